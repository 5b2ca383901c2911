package dev.parley.door.rest;

import dev.parley.door.http.Response;
import dev.parley.door.http.Routes;
import dev.parley.provider.ModelCatalog;
import dev.parley.work.Doctor;

/// `/api/providers` and `/api/models`: what is here.
public final class StatusRoutes {
    private final Doctor checkup;
    private final ModelCatalog models;

    public StatusRoutes(Doctor checkup, ModelCatalog models) {
        this.checkup = checkup;
        this.models = models;
    }

    public void register(Routes routes) {
        routes.get("/api/providers", _ -> Response.json(checkup.providerReports()));
        routes.get("/api/models", _ -> Response.json(models.all()));
    }
}
