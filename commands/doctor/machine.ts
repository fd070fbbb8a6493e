import { existsSync, readdirSync, readFileSync, statfsSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import * as v from 'valibot'

import { findBrowser } from '#api/audits/find-browser.ts'
import { fileOf } from '#api/db/client.ts'
import { listen } from '#api/http/listen.ts'
import { findFfmpeg } from '#api/media/videos/find-ffmpeg.ts'
import { clockAheadMs, requestTime } from '#api/networks/core/provider-clock.ts'
import type { Config } from '#api/runtime/config.ts'
import { makeDataDir } from '#api/runtime/data-dir.ts'
import { StartError } from '#api/runtime/errors.ts'
import { fetchOutside } from '#api/runtime/fetch.ts'
import { createLog } from '#api/runtime/logger.ts'
import { rootProblem } from '../processes/data-owner.ts'
import { absent, type Finding, probe, ready, wrong } from './finding.ts'

const MIN_FREE_BYTES = 2 * 1024 ** 3

export const probeDisk = ({ dataDir }: Config): Promise<Finding> =>
  probe('Disk', async () => {
    // The first start creates it. The doctor creates nothing.
    if (!existsSync(dataDir) && existsSync(dirname(dataDir)))
      return `${dataDir} is created at the first start`
    makeDataDir(dataDir)
    const { bavail, bsize } = statfsSync(dataDir)
    const free = `${((bavail * bsize) / 1024 ** 3).toFixed(1)} GB free in ${dataDir}`
    if (bavail * bsize < MIN_FREE_BYTES)
      throw new Error(
        `Only ${free}: uploads of videos need more. Free some space, or set DATA_DIR to a folder on a larger disk.`,
      )
    return free
  })

/** Prefix of the finding if the api already listens on the port. */
export const API_IS_LISTENING = 'the api listens'

const PROBE_MS = 3000

/** Checks that the port is free, or that this installation's api already listens on it. */
export const probePort = (config: Config): Promise<Finding> =>
  probe('Port', async () => {
    const { host, port } = config
    try {
      const emptyServer = { app: { fetch: () => new Response() }, site: async () => new Response() }
      await listen(config, { ...emptyServer, log: createLog(config) }).stop(true)
      return `${host}:${port} is free`
    } catch (error) {
      if (error instanceof StartError && (await isOurs(config)))
        return `${API_IS_LISTENING} on ${host}:${port}`
      throw error
    }
  })

async function isOurs({ host, port }: Config): Promise<boolean> {
  const url = `http://${host === '0.0.0.0' ? '127.0.0.1' : host}:${port}/api/health`
  const health = await fetchOutside(url, { signal: AbortSignal.timeout(PROBE_MS) })
    .then(response => response.json())
    .catch(() => undefined)
  return v.is(v.object({ status: v.string() }), health)
}

/** Compares this machine's clock with the networks'. */
export const probeClock = (config: Config): Promise<Finding> =>
  probe(
    'Clock',
    async () => {
      await requestTime(config)
      const seconds = Math.round(Math.abs(clockAheadMs()) / 1000)
      if (seconds === 0) return 'agrees with those of the networks that responded'
      throw new Error(
        `${seconds} s ${clockAheadMs() > 0 ? 'ahead of' : 'behind'} the networks’ clocks, which decide when posts are due.`,
      )
    },
    'Synchronise it with NTP: timedatectl set-ntp true.',
  )

/** Warns when root runs the doctor, since its checks don't show what the service's user can do. */
export function checkUser(environment: Record<string, string | undefined>): Finding {
  const problem = rootProblem(environment)
  return problem ? wrong('User', problem) : ready('User', 'the current user owns the data')
}

const ENV_FILES = ['.env', '.env.production', '.env.local']
const OTHERS_MODE = 0o077

/** Finds files with data or secrets that other users of this machine can read. */
export function checkFiles(
  { dataDir, database }: Pick<Config, 'dataDir' | 'database'>,
  folder: string,
): Finding {
  const file = fileOf(database.url)
  const siblings = file && statOf(dirname(file))?.isDirectory() ? readdirSync(dirname(file)) : []
  const paths = [
    dataDir,
    join(dataDir, 'app-secret'),
    ...ENV_FILES.map(name => join(folder, name)),
    // The database, its write-ahead log, and backups beside it.
    ...siblings
      .filter(name => file && name.startsWith(basename(file)))
      .map(name => join(dirname(file!), name)),
  ]
  // A file is safe in a folder that only its owner can enter.
  const isSafe = (path: string) => path !== dataDir && path.startsWith(`${dataDir}/`) && !isOpen(dataDir)
  const open = paths.filter(path => !isSafe(path) && isOpen(path))
  if (open.length === 0) return ready('Files', 'only their owner can read them')
  return wrong(
    'Files',
    `Other users of this machine can read ${open.join(', ')}.`,
    `chmod go= ${open.join(' ')}`,
  )
}

const isOpen = (path: string) => ((statOf(path)?.mode ?? 0) & OTHERS_MODE) !== 0

function statOf(path: string) {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch {
    // Its parent isn't a folder.
    return undefined
  }
}

/** Finds values that Bun truncates. Returns their names and the character that truncates them, never the values. */
export function findTruncatedValues(text: string) {
  return text.split('\n').flatMap((line): { name: string; character: '$' | '#' }[] => {
    const [, name, raw] = /^\s*(?:export\s+)?([A-Za-z_]\w*)\s*=\s*(.*?)\s*$/.exec(line) ?? []
    if (!name || !raw) return []
    // Bun replaces $name with that setting, even within quotes, unless a backslash precedes it.
    if (/(?<!\\)\$[A-Za-z0-9_{]/.test(raw)) return [{ name, character: '$' }]
    // Bun ends an unquoted value at the first #, even without a space before it. A space means that a comment is intended.
    if (!/^["'`]/.test(raw) && /\S#/.test(raw)) return [{ name, character: '#' }]
    return []
  })
}

/** Warns about values that Bun truncates when it reads `.env`. */
export function checkEnvFiles(folder: string): Finding[] {
  return ENV_FILES.flatMap(file => {
    const path = join(folder, file)
    if (!existsSync(path)) return []
    return findTruncatedValues(readFileSync(path, 'utf8')).map(({ name, character }) =>
      wrong(
        file,
        `Bun cuts off the value of ${name} at its ${character}.`,
        character === '$'
          ? 'Write \\$ for each $, even within quotes.'
          : 'Put the value in quotes: NAME="value".',
      ),
    )
  })
}

export function checkScores({ audits }: Config): Finding {
  if (audits.pagespeedKey) return ready('Scores', 'PageSpeed measures websites')
  const browser = findBrowser(audits.chromePath)
  if (browser && existsSync(browser)) return ready('Scores', `${browser} measures websites`)
  return absent(
    'Scores',
    audits.chromePath,
    audits.chromePath
      ? `CHROME_PATH names ${audits.chromePath}, which doesn’t exist: websites get no scores.`
      : 'There is neither Chromium nor PAGESPEED_API_KEY: websites get no scores.',
    'apt-get install chromium (or set CHROME_PATH), or get a key for the PageSpeed Insights API from console.cloud.google.com.',
  )
}

export function checkVideos({ ffmpegPath }: Pick<Config, 'ffmpegPath'>): Finding {
  const tools = findFfmpeg({ ffmpegPath })
  if (tools) return ready('Videos', `${tools.ffmpeg} converts videos`)
  return absent(
    'Videos',
    ffmpegPath,
    ffmpegPath
      ? `FFMPEG_PATH names ${ffmpegPath}, where there is no ffmpeg with ffprobe: videos can’t be converted.`
      : 'There is no ffmpeg: only videos that the networks take as they are can be published (MP4 or MOV in H.264, 1080p).',
    'apt-get install ffmpeg (or set FFMPEG_PATH).',
  )
}
