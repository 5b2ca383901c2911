package dev.parley.provider;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// All formats that a profile may name.
record Formats(List<Format> all) {
    Formats {
        all = List.copyOf(all);
    }

    <F extends Format> Optional<F> find(Class<? extends F> kind, String name) {
        return of(kind).filter(format -> format.name().equals(name)).findFirst().map(kind::cast);
    }

    List<String> names(Class<? extends Format> kind) {
        return of(kind).map(Format::name).toList();
    }

    private Stream<Format> of(Class<? extends Format> kind) {
        return all.stream().filter(kind::isInstance);
    }
}
