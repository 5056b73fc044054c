"""HTML that cannot be injected into: whatever is not marked as HTML already is cleaned and escaped."""

from __future__ import annotations

import functools
import html
import re
from collections.abc import Iterable

from grader.text import clean

__all__ = ["Html", "document", "fragment", "joined", "prose", "tag"]

MAX_TEXT = 100_000  # characters
_EMPTY = ("br", "hr", "meta", "line", "path", "rect", "polyline", "circle")
# No scripts and nothing from elsewhere, whatever slips through: the browser is told, too.
_POLICY = "default-src 'none'; style-src 'unsafe-inline'"


class Html(str):
    """Text that is HTML; made by the functions here only."""

    __slots__ = ()


def tag(name: str, /, *children: str, **attributes: str | float) -> Html:
    """Return an element. `class_` and `stroke_width` stand for `class` and `stroke-width`; "" leaves one out."""
    shown = "".join(
        f' {key.strip("_").replace("_", "-")}="{html.escape(_number(value))}"'
        for key, value in attributes.items()
        if value != ""
    )
    if name in _EMPTY and not children:
        return Html(f"<{name}{shown}/>")
    return Html(f"<{name}{shown}>{joined(children)}</{name}>")


def _number(value: str | float) -> str:
    return f"{value:.6g}" if isinstance(value, float | int) else clean(value, MAX_TEXT)


def joined(children: Iterable[str]) -> Html:
    """Return texts and elements one after the other."""
    return Html(
        "".join(child if isinstance(child, Html) else html.escape(clean(child, MAX_TEXT)) for child in children)
    )


def prose(text: str) -> Html:
    """Return a sentence with its `code` as code."""
    pieces = text.split("`")
    return joined(tag("code", piece) if index % 2 else piece for index, piece in enumerate(pieces))


def document(title: str, *body: str) -> str:
    """Return a whole page: one file, readable in the light and in the dark, and on paper."""
    head = joined(
        [
            tag("meta", charset="utf-8"),
            tag("meta", http_equiv="Content-Security-Policy", content=_POLICY),
            tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
            tag("meta", name="referrer", content="no-referrer"),
            tag("meta", name="robots", content="noindex"),
            tag("title", title),
            Html(f"<style>{_PAGE}{_PARTS}</style>"),
        ]
    )
    return f'<!DOCTYPE html>\n<html lang="en">\n<head>{head}</head>\n<body>\n{joined(body)}\n</body>\n</html>\n'


def fragment(*body: str) -> Html:
    """Return a part of a notebook, with a style that reaches nothing outside of it, and follows the front end's theme.

    By the first two attributes JupyterLab and VS Code say that they are dark; the classes keep formulas from being
    looked for.
    """
    return tag("div", _fragment_style(), *body, class_=f"{_FRAGMENT} mathjax_ignore tex2jax_ignore")


@functools.cache
def _fragment_style() -> Html:
    own = 2 * f".{_FRAGMENT}"  # twice, so that it outweighs what front ends say of every element
    dark = f'[data-jp-theme-light="false"] {own}, .vscode-dark {own}'
    frame = f"{own} {{ {_LIGHT}; color: var(--ink); max-width: 60rem; font: 14px/1.5 system-ui, sans-serif }}"
    rules = _RULE.sub(lambda rule: f"{_under(own, rule[1])} {{{rule[2]}}}", _PARTS + _AGAINST_HOSTS)
    style = f"{frame}\n{dark} {{ {_DARK} }}{rules}"
    return Html(f"<style>{_REM.sub(lambda size: f'{16 * float(size[1]):g}px', style)}</style>")


_FRAGMENT = "gradkata"
# What front ends say of these elements, and the page's style does not; and what would be too much below a cell.
_AGAINST_HOSTS = """
dl.facts dt, dl.facts dd { float: none; width: auto; padding: 0; font-weight: 400 }
.top.one { border-bottom: none; margin: 0; padding: .2rem 0; flex-wrap: nowrap } .one > span { white-space: nowrap }
.check { padding-left: 1.7rem; text-indent: -1.7rem } .check > * { text-indent: 0 } .check .soft { display: none }
h1 { font-size: 1.25rem } h2 { margin: 1rem 0 .4rem } table.picture { margin: 0 }
.card > :last-child { margin-bottom: 0 }
"""
_REM = re.compile(r"([\d.]+)rem\b")  # of which each host has its own idea: in nbgrader's pages it is 10 px
_RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")


def _under(outer: str, selectors: str) -> str:
    return ", ".join(f"{outer} {selector.strip()}" for selector in selectors.split(","))


_LIGHT = """--paper: #fcfcfa; --ink: #1f2328; --soft: #626a73; --line: #dcdfe3; --card: #fff;
  --code: #f2f3f0; --good: #1a7f4b; --bad: #c0322b; --todo: #8a6100; --fault: #8a3fb0; --accent: #2463b8;
  --bar: #6f9fd8"""
_DARK = """--paper: #16181c; --ink: #e4e6e9; --soft: #9aa2ac; --line: #363b43; --card: #1e2126; --code: #272b31;
    --good: #5ec98f; --bad: #ff8078; --todo: #e0b35a; --fault: #cf9bea; --accent: #82b4f5; --bar: #47709f"""
_PAGE = f"""
:root {{ color-scheme: light dark; {_LIGHT} }}
@media (prefers-color-scheme: dark) {{
  :root {{ {_DARK} }} }}
* {{ box-sizing: border-box }}
body {{ margin: 0 auto; max-width: 62rem; padding: 2rem 1.2rem 4rem; background: var(--paper); color: var(--ink);
  font: 16px/1.55 system-ui, "Segoe UI", "Noto Sans", sans-serif }}
@media print {{ body {{ max-width: none; padding: 0; font-size: 11pt }} .card, tr {{ break-inside: avoid }} }}
"""
# What a page and a part of somebody else's page have in common: rules without conditions, each with plain selectors.
_PARTS = """
h1 { font-size: 1.6rem; line-height: 1.25; margin: 0 0 .2rem } h2 { font-size: 1.15rem; margin: 2.2rem 0 .7rem }
h3 { font-size: 1rem; margin: 1.1rem 0 .3rem } p { margin: .5rem 0 }
code, pre { font: .875em/1.4 ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, "Noto Sans Mono", monospace }
code { background: var(--code); border-radius: 4px; padding: .08em .3em }
pre { background: var(--code); border-radius: 6px; padding: .65rem .8rem; overflow-x: auto; margin: .4rem 0 .7rem;
  white-space: pre-wrap; overflow-wrap: anywhere; tab-size: 4 }
pre.drawing { white-space: pre; overflow-wrap: normal }
.soft { color: var(--soft) } .small { font-size: .875rem }
.top { display: flex; flex-wrap: wrap; gap: .4rem 1.5rem; align-items: baseline; justify-content: space-between;
  border-bottom: 1px solid var(--line); padding-bottom: .8rem; margin-bottom: 1.2rem }
.score { font-size: 1.3rem; font-weight: 650; white-space: nowrap }
.passed { color: var(--good) } .failed, .crashed, .timeout { color: var(--bad) } .todo { color: var(--todo) }
.error { color: var(--fault) } .skipped { color: var(--soft) }
ul.checks { list-style: none; margin: 0; padding: 0 }
ul.checks > li { padding: .18rem 0 .18rem 1.7rem; text-indent: -1.7rem }
ul.checks > li > * { text-indent: 0 } .sign { display: inline-block; width: 1.7rem; font-weight: 700; text-indent: 0 }
.card { background: var(--card); border: 1px solid var(--line); border-left: 4px solid var(--accent);
  border-radius: 8px; padding: .75rem 1.1rem .85rem; margin: .9rem 0; overflow-wrap: anywhere }
.card.bad { border-left-color: var(--bad) } .card.next { border-left-color: var(--good) }
.card > :first-child { margin-top: 0 } summary { cursor: pointer; font-weight: 600 }
dl.facts { display: grid; grid-template-columns: max-content 1fr; gap: .15rem 1rem; margin: .6rem 0 }
dl.facts dt { color: var(--soft) } dl.facts dd { margin: 0; font-family: ui-monospace, Menlo, Consolas, monospace;
  font-size: .9em; overflow-wrap: anywhere; white-space: pre-wrap }
.scroll { overflow-x: auto } table { border-collapse: collapse; width: 100%; font-size: .93rem }
th { text-align: left; font-weight: 600; color: var(--soft); border-bottom: 2px solid var(--line) }
th, td { padding: .35rem .9rem .35rem 0; vertical-align: top } td { border-bottom: 1px solid var(--line) }
td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap }
td.name { overflow-wrap: anywhere; min-width: 11rem } td.why { overflow-wrap: anywhere; color: var(--soft) }
table.picture { width: auto; font-family: ui-monospace, Menlo, Consolas, monospace }
.meter { display: flex; height: .8rem; min-width: 8rem; border-radius: 3px; overflow: hidden; background: var(--code);
  margin-top: .4rem } td.meters { width: 34% } .meter > span { background: currentColor }
svg { max-width: 100%; height: auto; display: block; margin: .6rem 0 }
svg text { fill: var(--ink); font: 13px system-ui, "Noto Sans", sans-serif } svg .soft { fill: var(--soft) }
svg .mono { font-family: ui-monospace, Menlo, Consolas, monospace; font-size: 12px }
svg .edge { stroke: var(--soft); stroke-width: 1.4; fill: none } svg .box { fill: var(--card); stroke: var(--soft) }
svg .box.wrong { stroke: var(--bad); stroke-width: 2.2 } svg text.wrong { fill: var(--bad); font-weight: 600 }
svg .axis { stroke: var(--line) } svg .bar { fill: var(--bar) } svg .bar.all { fill: var(--good) }
svg .s0 { stroke: var(--good); fill: none } svg .s1 { stroke: var(--bad); fill: none }
svg .s2 { stroke: var(--accent); fill: none } svg .s3 { stroke: var(--fault); fill: none }
svg text.s0 { fill: var(--good); stroke: none } svg text.s1 { fill: var(--bad); stroke: none }
svg text.s2 { fill: var(--accent); stroke: none } svg text.s3 { fill: var(--fault); stroke: none }
.columns { display: grid; grid-template-columns: repeat(auto-fit, minmax(19rem, 1fr)); gap: 0 2.5rem }
.tally { display: flex; flex-wrap: wrap; gap: .5rem 1.6rem; padding: 0; margin: .4rem 0; list-style: none }
.tally b { font-size: 1.25rem; font-variant-numeric: tabular-nums }
"""
