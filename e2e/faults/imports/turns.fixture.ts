/**
 * Preloaded into the api: writes the longest turn of its event loop to the file `TURNS_FILE`, in milliseconds of CPU time, which other
 * programs on a busy machine don't prolong. Counts only turns after a SIGUSR2.
 */
let last = process.threadCpuUsage()
let longest = Infinity
process.on('SIGUSR2', () => (longest = 0))
setInterval(() => {
  const { user, system } = process.threadCpuUsage(last)
  last = process.threadCpuUsage()
  const ms = Math.round((user + system) / 1000)
  if (ms <= longest) return
  longest = ms
  void Bun.write(process.env['TURNS_FILE'] ?? '', String(ms))
}, 1)
