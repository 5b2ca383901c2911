package dev.parley.door.cli;

import java.util.concurrent.Callable;
import java.util.function.Supplier;

/// What every command has: the program, which is made when it is first asked for, and the console.
abstract class Subcommand implements Callable<Integer> {
    final Supplier<Program> apps;
    final Console console;

    Subcommand(Supplier<Program> apps, Console console) {
        this.apps = apps;
        this.console = console;
    }
}
