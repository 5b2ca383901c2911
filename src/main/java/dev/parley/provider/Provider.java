package dev.parley.provider;

import dev.parley.base.resource.Resources;

import java.util.List;

/// A coding-agent CLI that ships with Parley, as one value of its folder: the profile that lies
/// beside a class of it, and the formats that are its own. Formats that others share, such as ACP,
/// are named by the profile only.
public record Provider(String id, Class<?> folder, List<Format> formats) {
    public Provider {
        formats = List.copyOf(formats);
    }

    public Provider(String id, Class<?> folder, Format... formats) {
        this(id, folder, List.of(formats));
    }

    String profile() {
        return Resources.text(folder, "profile.json");
    }
}
