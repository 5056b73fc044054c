"""The numbers are set to 0, and the gradients stay.

What happens: `data` becomes 0 for every parameter: all that the model has
learnt is gone, and the next pass still adds to the old gradients. Why it
seems right: it is one small word in a short loop. What to look at: print
`p.data` and `p.grad` of one parameter before and after. Which of the two is
measured anew in each pass, and which one must live on?
"""

unit = "zero_grad"


def zero_grad(model):
    for p in model.parameters():
        p.data = 0.0
