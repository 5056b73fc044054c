"""The part of the DOT language that the checks read: nodes, arrows, attributes (graphviz.org/doc/info/lang.html)."""

import re
from itertools import pairwise

_TOKEN = re.compile(
    r"""\s+|//[^\n]*|/\*.*?\*/|\#[^\n]*
    |(?P<quoted>"(?:\\.|[^"\\])*")
    |(?P<word>-?(?:\.\d+|\d+(?:\.\d*)?)|[^\W\d]\w*)
    |(?P<arrow>->)|(?P<sign>[{}\[\];,=:])""",
    re.VERBOSE | re.DOTALL,
)


def read_dot(text):
    """Return the nodes of a digraph, their label texts by their names, and its arrows, a list of pairs of names.

    AssertionError, which says why, where the text is not DOT, or more of it than is read here.
    """
    assert isinstance(text, str), "draw_dot returns a text"
    tokens = _tokens(text)
    head = tokens[1:] if tokens[:1] == ["strict"] else tokens
    assert head[:1] == ["digraph"], "a text in DOT begins with the word digraph"
    body = head[head.index("{") + 1 :] if "{" in head[:3] else []
    assert body[-1:] == ["}"], "after digraph, everything stands in one pair of braces"
    return _statements(body[:-1])


def _tokens(text):
    tokens, place = [], 0
    while place < len(text):
        match = _TOKEN.match(text, place)
        assert match is not None, f"this is not DOT, from here on: {text[place : place + 60]!r}"
        if match.lastgroup:
            tokens.append(match[0])
        place = match.end()
    return tokens


def _statements(tokens):
    labels, arrows, place = {}, [], 0
    while place < len(tokens):
        names = [tokens[place]]
        assert names[0] not in ("{", "}", "[", "]", "=", "->", ":", "subgraph"), f"`{names[0]}` was not expected here"
        place += 1
        while tokens[place : place + 1] == ["->"] and place + 1 < len(tokens):
            names.append(tokens[place + 1])
            place += 2
        if tokens[place : place + 1] == ["="]:  # rankdir=LR
            place += 2
            names = []
        attributes, place = _attributes(tokens, place)
        names = [_plain(name) for name in names if name not in (";", ",", "node", "edge", "graph")]
        arrows += pairwise(names)
        if len(names) == 1:
            labels[names[0]] = _plain(attributes.get("label", '"\\N"'))
        place += tokens[place : place + 1] == [";"]
    return labels, arrows


def _attributes(tokens, place):
    """Return the attributes in brackets from a place on, and the place behind them."""
    found = {}
    while tokens[place : place + 1] == ["["]:
        assert "]" in tokens[place:], "a bracket is not closed"
        end = tokens.index("]", place)
        inside = [token for token in tokens[place + 1 : end] if token not in (";", ",")]
        assert inside[1::3] == ["="] * (len(inside) // 3), (
            "in brackets stands name=value, and the next one after a comma"
        )
        found.update(zip(inside[::3], inside[2::3], strict=True))
        place = end + 1
    return found, place


def _plain(token):
    r"""Return what a token says: without its quotes, `\"` and `\\` as what they stand for, `\n` as a new line."""
    if not token.startswith('"'):
        return token
    return re.sub(r"\\(.)", lambda found: "\n" if found[1] in "nlr" else found[1], token[1:-1], flags=re.DOTALL)
