package dev.parley.work.room;

import dev.parley.api.Agent;
import dev.parley.api.NewRoom;
import dev.parley.api.Room;
import dev.parley.api.RoomChange;
import dev.parley.api.RoomDetails;
import dev.parley.api.RoomFeed;
import dev.parley.api.RoomLimits;
import dev.parley.api.RoomMember;
import dev.parley.api.RoomMessage;
import dev.parley.api.RoomMode;
import dev.parley.api.RoomPost;
import dev.parley.api.RoomState;
import dev.parley.api.RoomTemplate;
import dev.parley.api.SessionId;
import dev.parley.base.problem.Problem;
import dev.parley.event.Action;
import dev.parley.event.Permission;
import dev.parley.event.Usage;
import dev.parley.provider.Target;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;

/// Rooms, as doors ask for them. What makes no sense is a [Problem] before anything happens. Calls
/// may wait for the store. Thread-safe.
public final class Rooms implements AutoCloseable {
    public static final int MOST_MESSAGES = 1000;

    private static final int MOST_AGENTS = 20;
    private static final int LONGEST_TEXT = 200_000;
    private static final int MOST_IMAGES = 8;
    private static final int LARGEST_IMAGE = 7 * 1024 * 1024;

    private final RoomHost host;
    private final Agents agents;
    private final Templates templates;
    private final ReviewSubjects subjects;
    private final FindingDesk desk;

    Rooms(
            RoomHost host,
            Agents agents,
            Templates templates,
            ReviewSubjects subjects,
            FindingDesk desk) {
        this.host = host;
        this.agents = agents;
        this.templates = templates;
        this.subjects = subjects;
        this.desk = desk;
    }

    public Agents agents() {
        return agents;
    }

    public List<RoomTemplate> templates() {
        return templates.list();
    }

    /// The file of a ready-made room, as it is.
    public String templateText(String name) {
        return templates.text(name);
    }

    public FindingDesk findings() {
        return desk;
    }

    /// The one that was used last comes first.
    public List<Room> list() throws InterruptedException {
        if (!host.store().exists()) {
            return List.of();
        }
        host.recover();
        return host.store().list();
    }

    public Room get(String name) throws InterruptedException {
        return host.room(name);
    }

    public RoomDetails details(String name) throws InterruptedException {
        host.recover();
        var room = get(name);
        var seats = host.store().seats(name);
        var members = new ArrayList<RoomMember>();
        for (var agent : room.agents()) {
            var seat = seats.stream().filter(it -> it.agent().equals(agent)).findFirst();
            var known =
                    agents.list().stream()
                            .map(info -> info.agent())
                            .filter(it -> it.name().equals(agent))
                            .findFirst();
            members.add(
                    host.shown(
                            name,
                            new RoomMember(
                                    agent,
                                    known.map(Agent::provider).orElse(null),
                                    known.map(Agent::model).orElse(null),
                                    known.map(Agent::avatar).orElse(null),
                                    "idle",
                                    seat.map(it -> it.session()).orElse(null),
                                    seat.map(it -> it.seen()).orElse(0L),
                                    seat.map(it -> it.sentTokens()).orElse(0L),
                                    null)));
        }
        return new RoomDetails(room, members);
    }

    /// Makes a room. The agents of a ready-made one are made with it, unless there are such.
    public Room make(NewRoom wanted) throws InterruptedException {
        var template = wanted.template() == null ? null : templates.get(wanted.template());
        var name = wanted.name() == null ? wanted.template() : wanted.name();
        if (name == null) {
            throw Problem.invalid("The room has no name.", "Name it.");
        }
        Names.plain("a room", name);
        if (host.store().find(name).isPresent()) {
            throw taken(name);
        }
        var limits =
                RoomLimits.USUAL
                        .with(template == null ? null : template.limits())
                        .with(wanted.limits());
        var members =
                wanted.agents() != null
                        ? wanted.agents()
                        : template == null ? List.<String>of() : cast(template, wanted);
        var topic =
                wanted.topic() != null
                        ? wanted.topic()
                        : template == null || template.topic() == null ? "" : template.topic();
        var mode =
                wanted.mode() != null
                        ? wanted.mode()
                        : template == null ? RoomMode.FREE : template.mode();
        var people = wanted.people() == null ? List.<String>of() : wanted.people();
        check(topic, mode, members, people);
        var now = host.now();
        var room =
                new Room(
                        name,
                        topic,
                        mode,
                        members,
                        people,
                        wanted.project() == null
                                ? null
                                : Target.directory(wanted.project()).toString(),
                        wanted.permission() == null ? Permission.PLAN : wanted.permission(),
                        limits,
                        RoomState.IDLE,
                        null,
                        Usage.of(0, 0),
                        0,
                        now,
                        now);
        if (!host.store().insert(room)) {
            throw taken(name);
        }
        return room;
    }

    private static Problem taken(String name) {
        return new Problem(
                Problem.Kind.BUSY,
                "There is a room \"" + name + "\" already.",
                "Choose another name.");
    }

    /// The agents of a ready-made room, with who answers for them.
    private List<String> cast(RoomTemplate template, NewRoom wanted) throws InterruptedException {
        var known = agents.names();
        var names = new ArrayList<String>();
        for (var agent : template.agents()) {
            names.add(agent.name());
            if (!known.contains(agent.name())) {
                agents.put(
                        agent.provider() != null || agent.model() != null
                                ? agent
                                : agent.answeredBy(wanted.provider(), wanted.model()));
            }
        }
        return names;
    }

    private void check(String topic, RoomMode mode, List<String> members, List<String> people)
            throws InterruptedException {
        if (topic.length() > 1000) {
            throw Problem.invalid("The topic is too long.", "Use up to 1000 characters.");
        }
        if (members.isEmpty() || members.size() > MOST_AGENTS) {
            throw Problem.invalid(
                    "A room of " + members.size() + " agents is not possible.",
                    "Give 1 to " + MOST_AGENTS + " agents, or a template.");
        }
        if (new HashSet<>(members).size() < members.size()) {
            throw Problem.invalid("An agent is named twice.", "Name each one once.");
        }
        if (mode == RoomMode.DEBATE && members.size() < 2) {
            throw Problem.invalid("A debate needs two sides.", "Give two agents or three.");
        }
        for (var member : members) {
            var _ = agents.named(member);
        }
        for (var person : people) {
            checkPerson(person, members);
        }
    }

    private static void checkPerson(String person, List<String> members) {
        if (members.contains(Names.person(person))) {
            throw Problem.invalid(
                    "\"" + person + "\" is an agent of the room.", "Write under another name.");
        }
    }

    public Room change(String name, RoomChange change) throws InterruptedException {
        var room = get(name).with(change, host.now());
        check(room.topic(), room.mode(), room.agents(), room.people());
        return host.change(name, it -> it.with(change, host.now()));
    }

    public void delete(String name) throws InterruptedException {
        host.claim(get(name).name());
        host.stop(name, "The room was deleted.");
        var seats = host.store().seats(name);
        var _ = host.store().delete(name);
        host.turns().leave(seats);
    }

    /// @param limit how many at most, the oldest first
    public List<RoomMessage> messages(String name, long after, int limit)
            throws InterruptedException {
        return host.store().after(get(name).name(), after, limit);
    }

    /// A person writes. It is in the transcript when this returns; the agents talk about it then.
    public RoomMessage say(String name, RoomPost post) throws InterruptedException {
        host.recover();
        var room = get(name);
        var who = post.from() == null ? RoomPost.SOMEBODY : post.from().strip();
        checkPerson(who, room.agents());
        var mode =
                post.mode() != null
                        ? post.mode()
                        : post.review() != null ? RoomMode.REVIEW : room.mode();
        if (mode == RoomMode.DEBATE && room.agents().size() < 2) {
            throw Problem.invalid("A debate needs two sides.", "Give two agents or three.");
        }
        var session = subjects.session(post.review());
        var text = text(room, post, session);
        check(post.images());
        host.claim(name);
        var author = session == null ? null : session.value();
        var wanted = RoomMessage.person(who, text, post.images(), author, host.now());
        var message = host.post(name, mode == room.mode() ? wanted : wanted.in(mode), it -> it);
        if (host.wakes(host.room(name))) {
            host.ask(name, new RoomRun.Asked(message, mode));
        } else if (!host.isRunning(name)) {
            host.store().release(name);
        }
        return message;
    }

    private String text(Room room, RoomPost post, @Nullable SessionId session)
            throws InterruptedException {
        var words = post.text() == null ? "" : post.text().strip();
        if (words.isEmpty() && post.images().isEmpty() && post.review() == null) {
            throw Problem.invalid("The message is empty.", "Write something.");
        }
        if (words.length() > LONGEST_TEXT) {
            throw Problem.invalid(
                    "The message is too long.", "Use up to " + LONGEST_TEXT + " characters.");
        }
        if (post.review() == null) {
            return words;
        }
        return (words + "\n\n" + subjects.text(room, post.review(), session)).strip();
    }

    private static void check(List<Action.Image> images) {
        if (images.size() > MOST_IMAGES) {
            throw Problem.invalid(
                    "There are " + images.size() + " pictures.",
                    "Send up to " + MOST_IMAGES + " with a message.");
        }
        for (var image : images) {
            if (image.mediaType() == null
                    || !image.mediaType().matches("image/(png|jpeg|gif|webp)")
                    || !isBase64(image.data())) {
                throw Problem.invalid(
                        "A picture of the message is not one.",
                        "Give its mediaType (image/png, image/jpeg, image/gif, image/webp) and its"
                                + " data in base 64, up to 5 MB.");
            }
        }
    }

    private static boolean isBase64(@Nullable String data) {
        try {
            return data != null
                    && data.length() <= LARGEST_IMAGE
                    && Base64.getDecoder().decode(data).length > 0;
        } catch (IllegalArgumentException _) {
            return false;
        }
    }

    /// Ends the turns that run.
    ///
    /// @return whether any agents talked here
    public boolean stop(String name) throws InterruptedException {
        return host.stop(get(name).name(), "A person stopped it.");
    }

    /// The same for a caller that cannot wait.
    void stopQuietly(String name) {
        var _ = host.stop(name, "Nobody listens any more.");
    }

    /// No further turn begins until [#resume]. Those that run come to their end.
    public Room pause(String name) throws InterruptedException {
        if (!host.pause(get(name).name())) {
            host.change(name, it -> it.in(RoomState.PAUSED, RoomHost.PAUSED, host.now()));
        }
        return get(name);
    }

    /// Lets a paused room go on with what a person wrote last.
    public Room resume(String name) throws InterruptedException {
        var room = get(name);
        var over = room.overBudget();
        if (over != null) {
            throw new Problem(
                    Problem.Kind.BUSY,
                    over,
                    "Give the room a larger budget first: `parley room set "
                            + name
                            + " --budget TOKENS` or `--budget-usd DOLLARS`.");
        }
        if (room.state() == RoomState.PAUSED) {
            var last =
                    host.store().newest(name, 0, MOST_MESSAGES).stream()
                            .filter(it -> it.kind() == RoomMessage.Kind.PERSON)
                            .reduce((_, newest) -> newest);
            host.resume(name, last.orElse(null), room.mode());
        }
        return get(name);
    }

    /// The messages after a number, how the room stands, and then what happens.
    public RoomFeed follow(String name, long after) throws InterruptedException {
        return host.follow(get(name).name(), after);
    }

    /// Whether its agents talk in this process.
    public boolean isRunning(String name) {
        return host.isRunning(name);
    }

    public void recover() throws InterruptedException {
        host.recover();
    }

    @Override
    public void close() {
        host.close();
    }
}
