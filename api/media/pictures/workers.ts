import { availableParallelism } from 'node:os'
import { join } from 'node:path'

import { MEDIA_ERRORS } from '#api/media/errors.ts'
import { DomainError, type DomainErrorCode } from '#api/runtime/errors.ts'
import { fairSemaphore } from '#api/runtime/fair-semaphore.ts'
import { processFigures } from '#api/runtime/process-usage.ts'
import { MEDIA_MESSAGES } from '#shared/media/media.ts'
import type { PictureJobs } from './worker-process.ts'

type Input<Name extends keyof PictureJobs> = Parameters<PictureJobs[Name]>[0]
type Output<Name extends keyof PictureJobs> = Awaited<ReturnType<PictureJobs[Name]>>
type Reply = { output?: unknown; refusal?: { code: DomainErrorCode; message: string } }

const SCRIPT = join(import.meta.dirname, 'worker-process.ts')
const MAX_WORKERS = 4

/**
 * Limits of a job, for pictures that pass the checks of their headers (limits.ts), and of an idle worker.
 */
const LIMITS = {
  /** An idle worker takes 55 MB, and the largest picture that the header checks accept 230 MB more. */
  memoryKb: 384 * 1024,
  /** For a heavy picture, which is alone: a HEIC of 48 million pixels takes 420 MB. */
  heavyMemoryKb: 512 * 1024,
  /** CPU time of a job. A noisy photo of 100 million pixels takes 12 s. */
  cpuMs: 20_000,
  /** Duration of a job, which ordinary pictures only exceed on a busy machine. */
  wallMs: 120_000,
  /** Time until an idle worker exits. Starting another takes a quarter of a second. */
  idleMs: 30_000,
}
const WATCH_MS = 50
/** Memory above which an idle worker is ended, because libvips didn't release it. */
const MAX_IDLE_KB = 120 * 1024

/**
 * Opens a pool of processes that decode pictures, one per core and at most four. Pictures are untrusted input to C libraries,
 * and a few kilobytes can expand to gigabytes, so the process that publishes everybody's posts must not decode them.
 */
export function openPictureWorkers(limits = LIMITS) {
  const slots = Math.min(MAX_WORKERS, availableParallelism())
  const withSlots = fairSemaphore(slots)
  const budget = cpuBudget()
  const workers = new Set<Worker>()
  const idle: Worker[] = []

  /** Runs a heavy job in a fresh worker with no others alive, since idle workers hold memory that it may need. */
  async function workAlone<Name extends keyof PictureJobs>(userId: string, name: Name, input: Input<Name>) {
    for (const worker of idle.splice(0)) worker.end()
    return await work(userId, name, input, limits.heavyMemoryKb)
  }

  function start(): Worker {
    const worker = startWorker(limits, () => workers.delete(worker))
    workers.add(worker)
    return worker
  }

  async function work<Name extends keyof PictureJobs>(
    userId: string,
    name: Name,
    input: Input<Name>,
    memoryKb = limits.memoryKb,
  ) {
    const worker = takeIdle() ?? start()
    try {
      return (await worker.run({ name, input }, memoryKb)) as Output<Name>
    } finally {
      budget.spend(userId, worker.lastCpuMs())
      release(worker)
    }
  }

  function takeIdle(): Worker | undefined {
    const worker = idle.pop()
    return worker?.hasEnded() ? takeIdle() : worker
  }

  function release(worker: Worker) {
    if (worker.mustEnd()) worker.end()
    if (worker.hasEnded()) return
    idle.push(worker)
    worker.endAfter(limits.idleMs, () => idle.splice(idle.indexOf(worker), 1))
  }

  return {
    /** Starts a worker if none is running, so that it is ready when the picture has arrived. */
    warmUp() {
      if (workers.size === 0) release(start())
    },

    /** Ends all workers; a later job starts another. */
    end() {
      idle.length = 0
      for (const worker of workers) worker.end()
    },

    /**
     * Runs one job in a worker; heavy jobs run alone.
     * @param userId the user for whom it runs; users take turns, and each has a CPU budget
     * @throws {DomainError} if the picture is rejected or the user's CPU budget is spent
     */
    async run<Name extends 'image' | 'smaller' | 'square'>(
      userId: string,
      name: Name,
      input: Input<Name>,
    ): Promise<Output<Name>> {
      budget.require(userId)
      const use = name === 'square' ? 'profile' : 'post'
      const { isHeavy } = await withSlots(userId, () => work(userId, 'inspect', { path: input.path, use }))
      if (!isHeavy) return await withSlots(userId, () => work(userId, name, input))
      return await withSlots(userId, () => workAlone(userId, name, input), slots)
    },
  }
}

/** Returns the only variables that a worker inherits, because the environment has secrets. */
const compilerSettings = () =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => name.startsWith('BUN_JSC_')))

type Worker = ReturnType<typeof startWorker>

function startWorker(limits: typeof LIMITS, onExit: () => void) {
  let settle: ((reply: Reply) => void) | undefined
  let memoryKb = 0
  let cpuMs = 0
  let jobCpuMs = 0
  let retiring: Timer | undefined
  let ended = false
  const child = Bun.spawn([process.execPath, '--smol', SCRIPT], {
    env: {
      // glibc would retain the memory of large pictures, in one heap per thread.
      MALLOC_ARENA_MAX: '2',
      MALLOC_TRIM_THRESHOLD_: '131072',
      ...compilerSettings(),
    },
    stdin: 'ignore',
    stdout: 'ignore',
    stderr: 'ignore',
    serialization: 'json',
    ipc: (reply: Reply) => settle?.(reply),
    onExit() {
      ended = true
      onExit()
      settle?.(refusal(MEDIA_MESSAGES.unreadableImage))
    },
  })
  child.unref()

  function end(): void {
    ended = true
    clearTimeout(retiring)
    child.kill('SIGKILL')
  }

  async function checkMemory(): Promise<void> {
    const before = cpuMs
    ;({ memoryKb, cpuMs } = await processFigures(child.pid))
    jobCpuMs += Math.max(0, cpuMs - before)
  }

  function isOver(since: number, maxMemoryKb: number): boolean {
    return memoryKb > maxMemoryKb || jobCpuMs > limits.cpuMs || performance.now() - since > limits.wallMs
  }

  return {
    hasEnded: () => ended,
    end,
    mustEnd: () => memoryKb > MAX_IDLE_KB,
    /** CPU time of the last job, in milliseconds. */
    lastCpuMs: () => jobCpuMs,

    endAfter(ms: number, forget: () => void) {
      retiring = setTimeout(() => (forget(), end()), ms)
      retiring.unref()
    },

    /** @throws {DomainError} if the worker rejects the picture or had to be killed */
    async run(job: object, maxMemoryKb: number): Promise<unknown> {
      clearTimeout(retiring)
      await checkMemory()
      jobCpuMs = 0
      const since = performance.now()
      const replied = new Promise<Reply>(resolve => (settle = resolve))
      const mine = settle
      const watch = setInterval(() => {
        void checkMemory().then(() => {
          if (settle !== mine || !isOver(since, maxMemoryKb)) return
          settle?.(refusal(MEDIA_ERRORS.imageWork))
          end()
        })
      }, WATCH_MS)
      try {
        if (ended) settle?.(refusal(MEDIA_MESSAGES.unreadableImage))
        else child.send(job)
        const { refusal: refused, output } = await replied
        if (refused) throw new DomainError(refused.code, refused.message)
        return output
      } finally {
        settle = undefined
        clearInterval(watch)
        await checkMemory()
      }
    },
  }
}

const refusal = (message: string): Reply => ({ refusal: { code: 'invalid', message } })

/** CPU time of one user's pictures per hour. A phone photo takes 0.8 s, and 1,200 uploads per hour are allowed. */
const BUDGET_MS = 20 * 60_000
const WINDOW_MS = 60 * 60_000

/** Tracks the CPU time of each user's pictures in this process as a leaky bucket that drains over an hour. */
export function cpuBudget(now: () => number = () => performance.now()) {
  const spent = new Map<string, { ms: number; at: number }>()

  function spentBy(userId: string): number {
    const last = spent.get(userId)
    if (!last) return 0
    const left = last.ms - ((now() - last.at) * BUDGET_MS) / WINDOW_MS
    if (left <= 0) spent.delete(userId)
    return Math.max(0, left)
  }

  return {
    /** @throws {DomainError} `rate_limited` if the budget is used up */
    require(userId: string): void {
      const over = spentBy(userId) - BUDGET_MS
      if (over < 0) return
      const seconds = Math.max(1, Math.ceil(((over + 1) * WINDOW_MS) / BUDGET_MS / 1000))
      throw new DomainError('rate_limited', MEDIA_ERRORS.tooMuchWork, {
        retryAfterSeconds: Math.max(60, seconds),
      })
    },
    spend(userId: string, ms: number): void {
      spent.set(userId, { ms: spentBy(userId) + ms, at: now() })
    },
  }
}
