package dev.parley.door.http;

import dev.parley.base.problem.Problem;

import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.QuietException;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/// What Jetty itself refuses, before [Entrance] gets to see it, in the same form as all other
/// problems instead of a page.
final class Refusals extends ErrorHandler {
    private final Routes routes;
    private final FaultLog faults = new FaultLog(LoggerFactory.getLogger(Refusals.class));

    Refusals(Routes routes) {
        this.routes = routes;
    }

    @Override
    public boolean errorPageForMethod(String method) {
        return true;
    }

    @Override
    protected void generateResponse(
            Request request,
            Response out,
            int status,
            String message,
            Throwable cause,
            Callback done) {
        var path = request.getHttpURI() == null ? null : request.getHttpURI().getPath();
        // Quiet are the exceptions that are about the client.
        if (cause != null && !QuietException.isQuiet(cause)) {
            faults.log("A request failed: " + request.getMethod() + " " + path, cause);
        }
        var problem =
                cause instanceof HttpException refused
                        ? problem(status, refused.getReason())
                        : status < HttpStatus.INTERNAL_SERVER_ERROR_500
                                ? problem(status, message)
                                : Problem.fault();
        Entrance.write(
                routes.explain(path == null ? "" : path, problem).withStatus(status), out, done);
    }

    private static Problem problem(int status, @Nullable String reason) {
        return switch (status) {
            case HttpStatus.URI_TOO_LONG_414 ->
                    new Problem(
                            Problem.Kind.TOO_LARGE,
                            "The address is too long.",
                            "Send less of it, or in a body.");
            case HttpStatus.REQUEST_HEADER_FIELDS_TOO_LARGE_431 ->
                    new Problem(
                            Problem.Kind.TOO_LARGE,
                            "The headers are larger than 8 KB.",
                            "Send fewer or shorter ones.");
            default ->
                    Problem.invalid(
                            "The request is no HTTP that Parley understands"
                                    + (reason == null ? "." : ": " + reason + "."),
                            "Send HTTP/1.1 as in RFC 9112.");
        };
    }
}
