package dev.parley.door.cli.shared;

import java.util.concurrent.Callable;
import java.util.function.Supplier;

/// What every command has: the program, which is made when it is first asked for, and the console.
public abstract class Subcommand implements Callable<Integer> {
    public final Supplier<Program> apps;
    public final Console console;

    public Subcommand(Supplier<Program> apps, Console console) {
        this.apps = apps;
        this.console = console;
    }
}
