package dev.parley.door.rest;

import dev.parley.door.http.Request;
import dev.parley.door.http.Response;
import dev.parley.door.http.Routes;
import dev.parley.door.json.StatusJson;
import dev.parley.door.json.ToolJson;
import dev.parley.work.Models;
import dev.parley.work.Tools;
import dev.parley.work.check.Doctor;

import java.nio.file.Path;

/// `/api/providers`, `/api/models` and `/api/tools`: what is here.
public final class StatusRoutes {
    /// Here no project has tools of its own.
    private static final Path ROOT = Path.of("/");

    private final Doctor doctor;
    private final Models models;
    private final Tools tools;

    public StatusRoutes(Doctor doctor, Models models, Tools tools) {
        this.doctor = doctor;
        this.models = models;
        this.tools = tools;
    }

    public void register(Routes routes) {
        routes.get("/api/providers", _ -> Response.json(doctor.providerReports()));
        routes.get("/api/models", _ -> Response.json(StatusJson.of(models.all())));
        routes.get("/api/tools", this::tools);
    }

    private Response tools(Request request) {
        var cwd = request.query().get("cwd");
        var directory = cwd == null ? ROOT : Tools.directory(cwd);
        return Response.json(ToolJson.of(tools.list(directory), tools.notes(directory)));
    }
}
