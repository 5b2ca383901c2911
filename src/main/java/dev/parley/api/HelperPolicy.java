package dev.parley.api;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;

/// What becomes of new files an agent leaves in the repository.
///
/// @param helpers whether they may stay
/// @param commitHelpers whether those that stay are committed at once
public record HelperPolicy(Helpers helpers, boolean commitHelpers) {
    /// New files stay as they are.
    public static final HelperPolicy NONE = new HelperPolicy(Helpers.ALLOW, false);

    /// Whether new files may stay.
    public enum Helpers {
        @JsonProperty("allow")
        ALLOW,
        @JsonProperty("deny")
        DENY
    }

    /// Whether there is nothing to see to.
    @JsonIgnore
    public boolean isNone() {
        return equals(NONE);
    }

    public HelperPolicy {
        helpers = helpers == null ? Helpers.ALLOW : helpers;
    }
}
