package dev.parley;

import java.util.Optional;

/// Where the program starts.
public final class Main {
    private Main() {}

    public static void main(String[] args) {
        System.out.println(Optional.of("hi").get());
    }
}
