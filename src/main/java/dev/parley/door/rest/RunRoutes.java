package dev.parley.door.rest;

import dev.parley.base.json.Json;
import dev.parley.base.problem.Problem;
import dev.parley.door.http.Request;
import dev.parley.door.http.Response;
import dev.parley.door.http.Routes;
import dev.parley.door.json.RunJson;
import dev.parley.event.EventJson;
import dev.parley.work.run.Runs;

/// `/api/run`: one turn of an agent, its events as they happen.
public final class RunRoutes {
    private final Runs runs;

    public RunRoutes(Runs runs) {
        this.runs = runs;
    }

    public void register(Routes routes) {
        routes.post("/api/run", this::run);
    }

    /// What is wrong with the request is reported before the stream begins, with a status of its
    /// own.
    private Response run(Request request) throws InterruptedException {
        var prepared = runs.prepare(request.body(RunJson.class).parse());
        return new Response.Events(out -> {
            try {
                prepared.play(envelope ->
                        out.write(Json.write(EventJson.write(envelope, EventJson.Raw.LEFT_OUT))));
            } catch (Problem problem) {
                throw new Response.Refused(Response.problem(problem));
            }
        });
    }
}
