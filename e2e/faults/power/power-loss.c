/*
 * Logs a process's writes to a SQLite database and its WAL, and the syncs that make them durable. The power-loss scenarios
 * preload it into the api (LD_PRELOAD), and `durable-files.ts` reads the log.
 *
 * RECORDED_FILE is the database, RECORDED_LOG the log. A write is logged before it happens. A sync is logged at its start
 * and at its end, because only writes before its start are durable after it. RECORDED_DIES_AT=n kills the process before
 * its n-th change, counted from 1.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

#define MAX_FDS 65536
#define WATCHED 2

struct record {
  uint32_t kind;
  uint32_t file;
  uint64_t offset;
  uint64_t length;
  uint64_t sync;
};

static const char *const SUFFIXES[WATCHED] = {"", "-wal"};
static const char *watched;
static int log_fd = -1;
static unsigned char file_of[MAX_FDS];
static uint64_t syncs;
static uint64_t changes;
static uint64_t dies_at;

static int (*real_open)(const char *, int, ...);
static int (*real_open64)(const char *, int, ...);
static int (*real_close)(int);
static ssize_t (*real_pwrite64)(int, const void *, size_t, off64_t);
static ssize_t (*real_write)(int, const void *, size_t);
static int (*real_ftruncate64)(int, off64_t);
static int (*real_fsync)(int);
static int (*real_fdatasync)(int);
static int (*real_unlink)(const char *);

__attribute__((constructor)) static void begin(void) {
  real_open = dlsym(RTLD_NEXT, "open");
  real_open64 = dlsym(RTLD_NEXT, "open64");
  real_close = dlsym(RTLD_NEXT, "close");
  real_pwrite64 = dlsym(RTLD_NEXT, "pwrite64");
  real_write = dlsym(RTLD_NEXT, "write");
  real_ftruncate64 = dlsym(RTLD_NEXT, "ftruncate64");
  real_fsync = dlsym(RTLD_NEXT, "fsync");
  real_fdatasync = dlsym(RTLD_NEXT, "fdatasync");
  real_unlink = dlsym(RTLD_NEXT, "unlink");
  watched = getenv("RECORDED_FILE");
  const char *log = getenv("RECORDED_LOG");
  const char *death = getenv("RECORDED_DIES_AT");
  if (death) dies_at = strtoull(death, NULL, 10);
  if (watched && log) log_fd = real_open(log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
}

static int index_of(const char *path) {
  if (log_fd < 0) return 0;
  size_t length = strlen(watched);
  if (strncmp(path, watched, length) != 0) return 0;
  for (int index = 0; index < WATCHED; index++)
    if (strcmp(path + length, SUFFIXES[index]) == 0) return index + 1;
  return 0;
}

static int index_of_fd(int fd) { return fd >= 0 && fd < MAX_FDS ? file_of[fd] : 0; }

static void note(char kind, int index, off64_t offset, const void *data, size_t length, uint64_t sync) {
  struct record record = {(uint32_t)kind, (uint32_t)(index - 1), (uint64_t)offset, length, sync};
  struct iovec parts[2] = {{&record, sizeof record}, {(void *)data, length}};
  /* Appends in one call, so that the records of several processes don't mix. */
  if (writev(log_fd, parts, data ? 2 : 1) < 0) abort();
}

/* Logs a change, or kills the process if this is the chosen one. */
static void change(char kind, int index, off64_t offset, const void *data, size_t length) {
  if (__atomic_add_fetch(&changes, 1, __ATOMIC_SEQ_CST) == dies_at) kill(getpid(), SIGKILL);
  note(kind, index, offset, data, length, 0);
}

static int opened(const char *path, int fd) {
  if (fd >= 0 && fd < MAX_FDS) file_of[fd] = (unsigned char)index_of(path);
  return fd;
}

int open(const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  mode_t mode = va_arg(rest, mode_t);
  va_end(rest);
  return opened(path, real_open(path, flags, mode));
}

int open64(const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  mode_t mode = va_arg(rest, mode_t);
  va_end(rest);
  return opened(path, real_open64(path, flags, mode));
}

int close(int fd) {
  if (fd >= 0 && fd < MAX_FDS) file_of[fd] = 0;
  return real_close(fd);
}

ssize_t pwrite64(int fd, const void *data, size_t length, off64_t offset) {
  int index = index_of_fd(fd);
  if (index) change('w', index, offset, data, length);
  return real_pwrite64(fd, data, length, offset);
}

/* Aborts, because SQLite writes databases at offsets, and a plain write would be missing from the log. */
ssize_t write(int fd, const void *data, size_t length) {
  if (index_of_fd(fd)) abort();
  return real_write(fd, data, length);
}

int ftruncate64(int fd, off64_t length) {
  int index = index_of_fd(fd);
  if (index) change('t', index, length, NULL, 0);
  return real_ftruncate64(fd, length);
}

static int synced(int fd, int (*real)(int)) {
  int index = index_of_fd(fd);
  if (!index) return real(fd);
  uint64_t sync = ((uint64_t)getpid() << 32) | __atomic_add_fetch(&syncs, 1, __ATOMIC_SEQ_CST);
  note('b', index, 0, NULL, 0, sync);
  int result = real(fd);
  if (result == 0) note('e', index, 0, NULL, 0, sync);
  return result;
}

int fsync(int fd) { return synced(fd, real_fsync); }

int fdatasync(int fd) { return synced(fd, real_fdatasync); }

int unlink(const char *path) {
  int index = index_of(path);
  if (index) change('u', index, 0, NULL, 0);
  return real_unlink(path);
}
