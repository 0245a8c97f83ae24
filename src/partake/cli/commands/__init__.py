"""The subcommands of `partake`, one module each."""
