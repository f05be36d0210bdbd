// The few calls of sd-bus (libsystemd) that a notification and the settings portal take, looked up where there is a bus to be
// connected to: a program without one neither loads the library nor has to have it. Hence no header of its own either: what
// is declared here is as in systemd/sd-bus.h, which keeps it as it is (libsystemd.so.0, all of it since version 238).
#ifndef SEGCLOCK_CSYSTEMD_H
#define SEGCLOCK_CSYSTEMD_H

#include <dlfcn.h>
#include <stdint.h>
#include <stdlib.h>

typedef struct sd_bus sd_bus;
typedef struct sd_bus_message sd_bus_message;
typedef struct sd_bus_slot sd_bus_slot;

typedef struct {
  const char *name;
  const char *message;
  int _need_free;
} sd_bus_error;

typedef int (*sd_bus_message_handler_t)(sd_bus_message *message, void *userdata, sd_bus_error *error);

// Results below zero are errno, negated.
struct segclock_sd_bus {
  int (*_Nonnull sd_bus_new)(sd_bus **bus);
  int (*_Nonnull sd_bus_set_address)(sd_bus *bus, const char *address);
  int (*_Nonnull sd_bus_set_bus_client)(sd_bus *bus, int is_client);
  int (*_Nonnull sd_bus_negotiate_fds)(sd_bus *bus, int takes_descriptors);
  int (*_Nonnull sd_bus_start)(sd_bus *bus);
  void (*_Nonnull sd_bus_close)(sd_bus *bus);
  sd_bus *(*_Nonnull sd_bus_unref)(sd_bus *bus);

  int (*_Nonnull sd_bus_get_fd)(sd_bus *bus);
  int (*_Nonnull sd_bus_get_events)(sd_bus *bus);
  int (*_Nonnull sd_bus_get_timeout)(sd_bus *bus, uint64_t *microseconds);
  int (*_Nonnull sd_bus_get_n_queued_write)(sd_bus *bus, uint64_t *count);
  int (*_Nonnull sd_bus_process)(sd_bus *bus, sd_bus_message **message);

  int (*_Nonnull sd_bus_add_match_async)(
      sd_bus *bus, sd_bus_slot **slot, const char *rule, sd_bus_message_handler_t callback,
      sd_bus_message_handler_t installed, void *userdata);
  int (*_Nonnull sd_bus_call_async)(
      sd_bus *bus, sd_bus_slot **slot, sd_bus_message *call, sd_bus_message_handler_t callback, void *userdata,
      uint64_t microseconds);
  int (*_Nonnull sd_bus_send)(sd_bus *bus, sd_bus_message *message, uint64_t *cookie);

  int (*_Nonnull sd_bus_message_new_method_call)(
      sd_bus *bus, sd_bus_message **message, const char *destination, const char *path, const char *interface,
      const char *member);
  int (*_Nonnull sd_bus_message_set_expect_reply)(sd_bus_message *message, int is_expected);
  int (*_Nonnull sd_bus_message_set_auto_start)(sd_bus_message *message, int starts_service);
  int (*_Nonnull sd_bus_message_append_basic)(sd_bus_message *message, char type, const void *value);
  int (*_Nonnull sd_bus_message_open_container)(sd_bus_message *message, char type, const char *contents);
  int (*_Nonnull sd_bus_message_close_container)(sd_bus_message *message);
  int (*_Nonnull sd_bus_message_read_basic)(sd_bus_message *message, char type, void *value);
  int (*_Nonnull sd_bus_message_peek_type)(sd_bus_message *message, char *type, const char **contents);
  int (*_Nonnull sd_bus_message_enter_container)(sd_bus_message *message, char type, const char *contents);
  int (*_Nonnull sd_bus_message_get_cookie)(sd_bus_message *message, uint64_t *number);
  int (*_Nonnull sd_bus_message_get_reply_cookie)(sd_bus_message *message, uint64_t *number);
  const char *(*_Nonnull sd_bus_message_get_sender)(sd_bus_message *message);
  int (*_Nonnull sd_bus_message_is_signal)(sd_bus_message *message, const char *interface, const char *member);
  int (*_Nonnull sd_bus_message_is_method_error)(sd_bus_message *message, const char *name);
  sd_bus_message *(*_Nonnull sd_bus_message_unref)(sd_bus_message *message);
};

// The functions, or null where the library or one of them is missing. It stays loaded.
static inline struct segclock_sd_bus *_Nullable segclock_load_sd_bus(void) {
  void *library = dlopen("libsystemd.so.0", RTLD_NOW | RTLD_LOCAL);
  struct segclock_sd_bus *bus = library ? malloc(sizeof *bus) : 0;
  if (!bus) return 0;
#define LOOK_UP(name)                                   \
  {                                                     \
    void *found = dlsym(library, #name);                \
    if (!found) {                                       \
      free(bus);                                        \
      return 0;                                         \
    }                                                   \
    bus->name = (__typeof__(bus->name))(intptr_t)found; \
  }
  LOOK_UP(sd_bus_new)
  LOOK_UP(sd_bus_set_address)
  LOOK_UP(sd_bus_set_bus_client)
  LOOK_UP(sd_bus_negotiate_fds)
  LOOK_UP(sd_bus_start)
  LOOK_UP(sd_bus_close)
  LOOK_UP(sd_bus_unref)
  LOOK_UP(sd_bus_get_fd)
  LOOK_UP(sd_bus_get_events)
  LOOK_UP(sd_bus_get_timeout)
  LOOK_UP(sd_bus_get_n_queued_write)
  LOOK_UP(sd_bus_process)
  LOOK_UP(sd_bus_add_match_async)
  LOOK_UP(sd_bus_call_async)
  LOOK_UP(sd_bus_send)
  LOOK_UP(sd_bus_message_new_method_call)
  LOOK_UP(sd_bus_message_set_expect_reply)
  LOOK_UP(sd_bus_message_set_auto_start)
  LOOK_UP(sd_bus_message_append_basic)
  LOOK_UP(sd_bus_message_open_container)
  LOOK_UP(sd_bus_message_close_container)
  LOOK_UP(sd_bus_message_read_basic)
  LOOK_UP(sd_bus_message_peek_type)
  LOOK_UP(sd_bus_message_enter_container)
  LOOK_UP(sd_bus_message_get_cookie)
  LOOK_UP(sd_bus_message_get_reply_cookie)
  LOOK_UP(sd_bus_message_get_sender)
  LOOK_UP(sd_bus_message_is_signal)
  LOOK_UP(sd_bus_message_is_method_error)
  LOOK_UP(sd_bus_message_unref)
#undef LOOK_UP
  return bus;
}

#endif
