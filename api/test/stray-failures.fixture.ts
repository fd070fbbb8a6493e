/** Preloaded into the real program. Causes an unhandled rejection or exception on a signal. */
process.on('SIGUSR2', () => void Promise.reject(new Error('nobody listens')))
process.on('SIGHUP', () =>
  setTimeout(() => {
    throw new Error('nobody catches')
  }),
)
