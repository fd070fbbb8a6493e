import { existsSync } from 'node:fs'

import { findBrowser } from '#api/audits/find-browser.ts'
import { findFfmpeg } from '#api/media/videos/find-ffmpeg.ts'
import type { Config } from '#api/runtime/config.ts'
import type { Finding } from './finding.ts'

const LOCAL = /^(localhost|127\.|0\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|\[|.*\.(local|test|internal)$)/

export function checkSecret(config: Config, isConfigured: boolean): Finding {
  if (isConfigured) return { state: 'ready', name: 'Secret', message: 'APP_SECRET is set' }
  return {
    state: 'missing',
    name: 'Secret',
    message: `APP_SECRET is not set: outside production, one is stored in ${config.dataDir}/app-secret; in production, Currawong refuses to start.`,
    remedy:
      'APP_SECRET=$(openssl rand -hex 32). Keep a copy: without it, stored social logins can never be decrypted again.',
  }
}

export function checkFacebook({ facebook }: Config): Finding {
  if (facebook.appId && facebook.appSecret) {
    const scopes = facebook.loginConfigId
      ? `login configuration ${facebook.loginConfigId}`
      : 'requests each scope by name (no META_LOGIN_CONFIG_ID)'
    return { state: 'ready', name: 'Facebook', message: `app ${facebook.appId}, ${scopes}` }
  }
  return {
    state: facebook.appId || facebook.appSecret ? 'wrong' : 'missing',
    name: 'Facebook',
    message:
      'META_APP_ID and META_APP_SECRET are not both set: nobody can connect a Page (`bun run up` simulates Facebook in the sandbox).',
    remedy:
      'developers.facebook.com → Create app → Business → App settings → Basic. docs/operating.md lists the permissions to request.',
  }
}

export function checkInstagram({ instagram }: Config): Finding {
  if (instagram.appId && instagram.appSecret)
    return { state: 'ready', name: 'Instagram', message: `app ${instagram.appId}` }
  return {
    state: instagram.appId || instagram.appSecret ? 'wrong' : 'missing',
    name: 'Instagram',
    message:
      'INSTAGRAM_APP_ID and INSTAGRAM_APP_SECRET are not both set: nobody can connect Instagram (`bun run up` simulates it).',
    remedy:
      'In the same Meta app: Instagram → API setup with Instagram login. The id and secret there are not Facebook’s.',
  }
}

export function checkGoogleSignIn({ google }: Config): Finding {
  if (google.clientId) return { state: 'ready', name: 'Google sign-in', message: `client ${google.clientId}` }
  return {
    state: 'missing',
    name: 'Google sign-in',
    message:
      'GOOGLE_CLIENT_ID is not set: the sign-in window shows no Google button (`bun run up` simulates it).',
    remedy:
      'console.cloud.google.com → Google Auth Platform → Clients → Web application, with SITE_URL as an authorised JavaScript origin.',
  }
}

export function checkGoogleBusiness({ google }: Config): Finding {
  if (google.clientId && google.clientSecret)
    return { state: 'ready', name: 'Google Business', message: `client ${google.clientId}` }
  return {
    state: google.clientSecret ? 'wrong' : 'missing',
    name: 'Google Business',
    message:
      'GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET are not both set: nobody can connect a Google Business Profile (`bun run up` simulates it).',
    remedy:
      'The secret of the same client, with PUBLIC_URL/api/auth/google as a redirect URI. docs/operating.md lists the APIs to switch on.',
  }
}

export function checkPublicUrl({ publicUrl, instagram }: Config): Finding {
  const { hostname, protocol } = new URL(publicUrl)
  if (!LOCAL.test(hostname) && protocol === 'https:')
    return { state: 'ready', name: 'Address', message: publicUrl }
  const real = new URL(instagram.graphUrl).hostname === 'graph.instagram.com' && instagram.appId !== ''
  return {
    state: real ? 'wrong' : 'missing',
    name: 'Address',
    message: `PUBLIC_URL is ${publicUrl}: Meta can’t fetch pictures from there, so Instagram posts fail, and logins need https.`,
    remedy: 'Set PUBLIC_URL to the https URL at which the internet can reach this api.',
  }
}

export function checkScores({ audits }: Config): Finding {
  const name = 'Scores'
  if (audits.pagespeedKey) return { state: 'ready', name, message: 'PageSpeed measures websites' }
  const browser = findBrowser(audits.chromePath)
  if (browser && existsSync(browser)) return { state: 'ready', name, message: `${browser} measures websites` }
  return {
    state: audits.chromePath ? 'wrong' : 'missing',
    name,
    message: audits.chromePath
      ? `CHROME_PATH names ${audits.chromePath}, which doesn’t exist: websites get no scores.`
      : 'There is neither Chromium nor PAGESPEED_API_KEY: websites get no scores.',
    remedy:
      'apt-get install chromium (or set CHROME_PATH), or get a key for the PageSpeed Insights API from console.cloud.google.com.',
  }
}

export function checkVideos({ ffmpegPath }: Pick<Config, 'ffmpegPath'>): Finding {
  const name = 'Videos'
  const tools = findFfmpeg({ ffmpegPath })
  if (tools) return { state: 'ready', name, message: `${tools.ffmpeg} converts videos` }
  return {
    state: ffmpegPath ? 'wrong' : 'missing',
    name,
    message: ffmpegPath
      ? `FFMPEG_PATH names ${ffmpegPath}, where there is no ffmpeg with ffprobe: videos can’t be converted.`
      : 'There is no ffmpeg: only videos that the networks take as they are can be published (MP4 or MOV in H.264, 1080p).',
    remedy: 'apt-get install ffmpeg (or set FFMPEG_PATH).',
  }
}

export const checkMetrics = ({ metricsToken }: Config): Finding =>
  metricsToken
    ? { state: 'ready', name: 'Metrics', message: 'METRICS_TOKEN is set: /api/metrics requires it' }
    : {
        state: 'missing',
        name: 'Metrics',
        message: 'METRICS_TOKEN is not set: nobody can read /api/metrics.',
        remedy: 'METRICS_TOKEN=$(openssl rand -hex 16).',
      }
