package dev.parley.door.rest;

import dev.parley.door.http.Response;
import dev.parley.door.http.Routes;
import dev.parley.door.json.StatusJson;
import dev.parley.work.Models;
import dev.parley.work.check.Doctor;

/// `/api/providers` and `/api/models`: what is here.
public final class StatusRoutes {
    private final Doctor doctor;
    private final Models models;

    public StatusRoutes(Doctor doctor, Models models) {
        this.doctor = doctor;
        this.models = models;
    }

    public void register(Routes routes) {
        routes.get("/api/providers", _ -> Response.json(doctor.providerReports()));
        routes.get("/api/models", _ -> Response.json(StatusJson.of(models.all())));
    }
}
