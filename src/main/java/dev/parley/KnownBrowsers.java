package dev.parley;

import dev.parley.door.http.Browsers;
import dev.parley.work.access.Devices;

/// The browsers of the gate are devices in a file.
record KnownBrowsers(Devices devices) implements Browsers {
    @Override
    public String welcome(String name, boolean isRemote) {
        return devices.add(name, isRemote);
    }

    @Override
    public boolean isKnown(String cookie) {
        return devices.find(cookie).isPresent();
    }
}
