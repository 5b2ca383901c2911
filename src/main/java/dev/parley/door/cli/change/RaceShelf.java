package dev.parley.door.cli.change;

import dev.parley.base.json.Json;
import dev.parley.door.cli.shared.RunningServer;
import dev.parley.door.json.ChangeJson;
import dev.parley.work.race.Races;

import tools.jackson.databind.JsonNode;

/// Where the races are that somebody looks at or takes from. Answers are as over HTTP.
interface RaceShelf {
    JsonNode list() throws InterruptedException;

    JsonNode show(String id) throws InterruptedException;

    JsonNode take(String id, int lane) throws InterruptedException;

    JsonNode untake(String id) throws InterruptedException;

    /// In the server that runs.
    record OnServer(RunningServer server) implements RaceShelf {
        @Override
        public JsonNode list() throws InterruptedException {
            return server.get("/api/races");
        }

        @Override
        public JsonNode show(String id) throws InterruptedException {
            return server.get(address(id));
        }

        @Override
        public JsonNode take(String id, int lane) throws InterruptedException {
            return server.post(address(id) + "/take", Json.object().put("lane", lane));
        }

        @Override
        public JsonNode untake(String id) throws InterruptedException {
            return server.post(address(id) + "/untake", Json.object());
        }

        private static String address(String id) {
            return "/api/races/" + RunningServer.part(id);
        }
    }

    /// In this process: all are stored.
    record Here(Races races) implements RaceShelf {
        @Override
        public JsonNode list() throws InterruptedException {
            return ChangeJson.races(races.list());
        }

        @Override
        public JsonNode show(String id) throws InterruptedException {
            return Json.tree(races.info(id));
        }

        @Override
        public JsonNode take(String id, int lane) throws InterruptedException {
            return Json.tree(races.take(id, lane));
        }

        @Override
        public JsonNode untake(String id) throws InterruptedException {
            return Json.tree(races.untake(id));
        }
    }
}
