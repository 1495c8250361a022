"""`python -m bot [play | sandbox | health]`: without a word the bot alone, as the settings say.

Imports are late, since aiogram alone takes a second that `health` and `--help` can do without.
"""

from __future__ import annotations

import argparse
import asyncio
import logging
import sys
from collections.abc import Sequence

from bot.settings import Settings, SettingsError, load


def main(words: Sequence[str] | None = None) -> None:
    """Run one command.

    Raises:
        SystemExit: 2 when it can't run, with a line that says why; 1 when `health` finds no living bot.
    """
    options = _parser().parse_args(words)
    try:
        settings = load()
        match options.command:
            case "health":
                _health(settings)
            case "sandbox":
                _sandbox(options.host or settings.sandbox_host, options.port or settings.sandbox_port)
            case "play":
                _play(settings, browser=not options.no_browser)
            case _:
                _serve(settings)
    except SettingsError as error:
        _fail(2, error)
    except KeyboardInterrupt:
        raise SystemExit(130) from None


def _serve(settings: Settings) -> None:
    from bot.main import StartError, serve  # noqa: PLC0415 - late, see above

    _log_at(settings.log_level)
    try:
        asyncio.run(serve(settings))
    except StartError as error:
        _fail(2, error)


def _play(settings: Settings, *, browser: bool) -> None:
    from bot.main import StartError, serve  # noqa: PLC0415 - late, see above
    from bot.play import play  # noqa: PLC0415 - late, see above
    from bot.sandbox.app import AddressError  # noqa: PLC0415 - late, see above

    _log_at(settings.log_level if "log_level" in settings.model_fields_set else "WARNING")
    try:
        asyncio.run(play(settings, serve, browser=browser))
    except (StartError, AddressError) as error:
        _fail(2, error)


def _sandbox(host: str, port: int) -> None:
    from bot.sandbox.app import AddressError, run  # noqa: PLC0415 - late, see above

    def started() -> None:
        sys.stdout.write(f"The sandbox: http://{host}:{port}/   (Ctrl+C ends it)\n")
        sys.stdout.flush()

    try:
        run(host, port, started=started)
    except AddressError as error:
        _fail(2, error)


def _health(settings: Settings) -> None:
    from bot.health import NotAliveError, check  # noqa: PLC0415 - late, see above

    try:
        check(settings.data_dir)
    except NotAliveError as error:
        _fail(1, error)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m bot", description="Thousand, the card game, as a Telegram bot. Settings: .env.example"
    )
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    commands.add_parser("run", help="the bot alone; this is what happens without a command")
    play = commands.add_parser(
        "play", help="everything on this machine, in the browser; with BOT_TOKEN the bot alone"
    )
    play.add_argument("--no-browser", action="store_true", help="only print the address")
    sandbox = commands.add_parser("sandbox", help="the sandbox server and its page alone")
    sandbox.add_argument("--host", help="where to listen, instead of SANDBOX_HOST")
    sandbox.add_argument("--port", type=int, help="where to listen, instead of SANDBOX_PORT")
    commands.add_parser("health", help="exit code 0 while the bot of DATA_DIR is alive")
    return parser


def _log_at(level: str) -> None:
    logging.basicConfig(
        level=level, format="%(asctime)s %(levelname)s %(name)s: %(message)s", stream=sys.stderr
    )
    # A line an update, and a line a request, are no news: they cost more than the move itself.
    for noisy in ("aiogram.event", "aiohttp.access"):
        logging.getLogger(noisy).setLevel(logging.WARNING)


def _fail(code: int, error: Exception) -> None:
    sys.stderr.write("".join(f"error: {line}\n" for line in str(error).splitlines()))
    raise SystemExit(code)


if __name__ == "__main__":
    main()
