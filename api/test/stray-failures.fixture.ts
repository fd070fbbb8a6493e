/** Preloaded into the real program: fails on a signal, as code of ours would that nobody catches. */
process.on('SIGUSR2', () => void Promise.reject(new Error('nobody listens')))
process.on('SIGHUP', () =>
  setTimeout(() => {
    throw new Error('nobody catches')
  }),
)
