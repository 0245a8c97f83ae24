"""`python -m partake` is the command `partake`."""

from partake.cli.main import run

if __name__ == "__main__":
    run()
