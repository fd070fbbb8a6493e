import { limited, type ProcessLimits } from '#api/runtime/limited-process.ts'
import type { VideoType } from '#shared/media/file-type.ts'
import type { Ffmpeg } from './find-ffmpeg.ts'
import { type ProbedVideo, readProbe } from './plan.ts'

/** The only demuxers that may open a file. Playlists and formats that refer to other files are not among them. */
const DEMUXERS: Record<VideoType, string> = {
  'video/mp4': 'mov',
  'video/webm': 'matroska',
  'video/x-msvideo': 'avi',
  'video/mp2t': 'mpegts',
}

/** Decoders of what cameras, phones and screen recorders write. */
const DECODERS =
  'h264,hevc,mpeg4,mpeg2video,mpeg1video,mjpeg,prores,dnxhd,vp8,vp9,libvpx,libvpx-vp9,av1,libdav1d,h263,msmpeg4v3,msmpeg4v2,wmv2,qtrle,png,rawvideo,' +
  'aac,aac_latm,mp3,mp3float,mp2,mp2float,ac3,eac3,opus,libopus,vorbis,flac,alac,amrnb,amrwb,adpcm_ms,adpcm_ima_wav,adpcm_ima_qt,' +
  'pcm_s16le,pcm_s16be,pcm_s24le,pcm_s24be,pcm_s32le,pcm_s32be,pcm_f32le,pcm_f32be,pcm_u8,pcm_s8,pcm_alaw,pcm_mulaw'

/** Arguments that open an untrusted file: no network, one demuxer, known decoders. */
const inputArguments = (path: string, type: VideoType) => [
  '-protocol_whitelist',
  'file,pipe',
  '-format_whitelist',
  'mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,avi,mpegts',
  '-codec_whitelist',
  DECODERS,
  '-max_streams',
  '32',
  '-f',
  DEMUXERS[type],
  '-i',
  `file:${path}`,
]

/** The processor time decides. On a busy machine a good file may take a minute. */
const PROBE_LIMITS: ProcessLimits = {
  wallMs: 120_000,
  memoryKb: 512 * 1024,
  cpuMs: 15_000,
  outputBytes: 4 * 1024 * 1024,
  fileBytes: 0,
}

/** Describes a file's streams; undefined if ffprobe can't read it, or it has no picture or length. */
export async function probeVideo(
  { ffprobe }: Ffmpeg,
  path: string,
  type: VideoType,
): Promise<ProbedVideo | undefined> {
  const run = await limited.run(
    [ffprobe, '-v', 'error', ...inputArguments(path, type), '-show_streams', '-show_format', '-of', 'json'],
    PROBE_LIMITS,
  )
  return run.state === 'done' ? readProbe(run.output, type) : undefined
}

type Conversion = {
  path: string
  type: VideoType
  target: string
  /** Options between input and target. */
  options: string[]
  limits: ProcessLimits
  signal: AbortSignal
  /** Receives the length of the converted part, in seconds. */
  onSeconds: (seconds: number) => void
}

/**
 * Converts a file, and resolves to false if that fails or exceeds the limits.
 * @throws the signal's reason
 */
export async function convertVideo({ ffmpeg }: Ffmpeg, job: Conversion): Promise<boolean> {
  const { path, type, target, options, limits, signal, onSeconds } = job
  const run = await limited.run(
    [
      ffmpeg,
      ...'-hide_banner -nostdin -v error -y -progress pipe:1 -stats_period 0.5'.split(' '),
      ...'-threads 2 -filter_threads 2'.split(' '),
      ...inputArguments(path, type),
      ...options,
      '-f',
      'mp4',
      `file:${target}`,
    ],
    limits,
    {
      signal,
      onLine(line) {
        const micros = Number(/^out_time_us=(\d+)$/.exec(line)?.[1])
        if (micros > 0) onSeconds(micros / 1_000_000)
      },
    },
  )
  return run.state === 'done'
}
