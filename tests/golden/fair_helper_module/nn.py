from layers import MLP, Layer, Neuron
from training import fit as train, forget_gradients as zero_grad

__all__ = ["MLP", "Layer", "Neuron", "train", "zero_grad"]
