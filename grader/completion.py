"""Shell completion: click's for bash, zsh and fish, and one of the same kind for PowerShell."""

from __future__ import annotations

import os
from typing import ClassVar

import click
from click.shell_completion import (
    CompletionItem,
    ShellComplete,
    add_completion_class,
    get_completion_class,
    split_arg_string,
)

__all__ = ["add_powershell", "script_for"]

VARIABLE = "_GRADE_COMPLETE"

# Where nothing is offered, PowerShell completes the names of files by itself.
_SOURCE = """\
Register-ArgumentCompleter -Native -CommandName %(prog_name)s -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)
    $env:%(complete_var)s = 'powershell_complete'
    $env:COMP_LINE = $commandAst.ToString()
    $env:COMP_WORD = $wordToComplete
    try {
        %(prog_name)s | Where-Object { $_ } | ForEach-Object {
            $value, $help = $_ -split "`t", 2
            if (-not $help) { $help = $value }
            [System.Management.Automation.CompletionResult]::new($value, $value, 'ParameterValue', $help)
        }
    } finally {
        Remove-Item Env:%(complete_var)s, Env:COMP_LINE, Env:COMP_WORD
    }
}
"""


class PowerShellComplete(ShellComplete):
    """Completion for PowerShell, by its Register-ArgumentCompleter -Native (learn.microsoft.com)."""

    name: ClassVar[str] = "powershell"
    source_template: ClassVar[str] = _SOURCE

    def get_completion_args(self) -> tuple[list[str], str]:
        words = split_arg_string(os.environ.get("COMP_LINE", ""))[1:]
        incomplete = os.environ.get("COMP_WORD", "")
        if incomplete and words and words[-1] == incomplete:
            words.pop()
        return words, incomplete

    def format_completion(self, item: CompletionItem[str]) -> str:
        if item.type != "plain":
            return ""
        about = " ".join((item.help or "").split())
        return f"{item.value}\t{about}" if about else str(item.value)

    def complete(self) -> str:
        return "\n".join(line for line in super().complete().split("\n") if line)


def add_powershell() -> None:
    """Let click answer PowerShell, too; needed only where it asks."""
    add_completion_class(PowerShellComplete)


def script_for(shell: str, command: click.Command) -> str:
    """Return the lines that make a shell complete `grade`."""
    add_powershell()
    kind = get_completion_class(shell)
    assert kind is not None, "the shells are those that click knows, and ours"
    completion = kind(command, {}, "grade", VARIABLE)
    return completion.source_template % completion.source_vars()  # source() would also look at the version of bash
