package dev.parley.door.cli.shared;

import java.lang.reflect.Proxy;

/// Ctrl-C, for a command that does not want to end with it. The JDK's class for signals is called
/// by name: the compiler warns of every other mention of it, and nothing can be said against that.
public final class Interrupts {
    private Interrupts() {}

    /// Runs `action` at every Ctrl-C instead of ending the program. On a JDK without that class,
    /// Ctrl-C ends the program as ever.
    public static void handle(Runnable action) {
        try {
            var signal = Class.forName("sun.misc.Signal");
            var handler = Class.forName("sun.misc.SignalHandler");
            var listener =
                    Proxy.newProxyInstance(
                            Interrupts.class.getClassLoader(),
                            new Class<?>[] {handler},
                            (_, method, _) -> {
                                if (method.getName().equals("handle")) {
                                    action.run();
                                }
                                return null;
                            });
            signal.getMethod("handle", signal, handler)
                    .invoke(null, signal.getConstructor(String.class).newInstance("INT"), listener);
        } catch (ReflectiveOperationException _) {
            // said above
        }
    }
}
