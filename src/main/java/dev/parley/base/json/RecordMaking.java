package dev.parley.base.json;

import tools.jackson.databind.BeanDescription;
import tools.jackson.databind.DeserializationConfig;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.JacksonModule;
import tools.jackson.databind.deser.ValueInstantiator;
import tools.jackson.databind.deser.ValueInstantiators;
import tools.jackson.databind.deser.std.StdValueInstantiator;
import tools.jackson.databind.module.SimpleModule;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;

/// Calls the constructors of records by reflection. Jackson would make method handles for each
/// number of components, from a hundred classes that the JDK writes at run time: a fifth of what a
/// start costs.
final class RecordMaking extends ValueInstantiators.Base {
    static JacksonModule module() {
        return new SimpleModule("records") {
            private static final long serialVersionUID = 1L;

            @Override
            public void setupModule(SetupContext context) {
                context.addValueInstantiators(new RecordMaking());
            }
        };
    }

    @Override
    public ValueInstantiator modifyValueInstantiator(
            DeserializationConfig config,
            BeanDescription.Supplier description,
            ValueInstantiator usual) {
        return usual instanceof StdValueInstantiator standard
                        && description.getBeanClass().isRecord()
                        && standard.getWithArgsCreator() != null
                        && standard.getWithArgsCreator().getAnnotated()
                                instanceof Constructor<?> constructor
                ? new Reflective(standard, constructor)
                : usual;
    }

    private static final class Reflective extends StdValueInstantiator {
        private final Constructor<?> constructor;

        Reflective(StdValueInstantiator usual, Constructor<?> constructor) {
            super(usual);
            this.constructor = constructor;
        }

        @Override
        public Object createFromObjectWith(DeserializationContext context, Object[] components) {
            try {
                return constructor.newInstance(components);
            } catch (InvocationTargetException e) {
                return context.handleInstantiationProblem(
                        getValueClass(),
                        components,
                        rewrapCtorProblem(context, e.getTargetException()));
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
