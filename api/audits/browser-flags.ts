import { Launcher } from 'chrome-launcher'

/**
 * Parts of Chromium’s own window: each new one loads two pages for its address bar beside what it is to show, and
 * they take as much of the processor as a page of ours.
 */
const WINDOW_PARTS = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup']
const SWITCH = '--disable-features='

/** Chromium without the pages of its own address bar, and without `features`. It heeds this switch only once, so it is said once. */
export const withoutFeatures = (features: readonly string[] = []): string =>
  SWITCH + [...features, ...WINDOW_PARTS].join(',')

const turnedOffByLauncher = Launcher.defaultFlags()
  .filter(flag => flag.startsWith(SWITCH))
  .flatMap(flag => flag.slice(SWITCH.length).split(','))

/** Every browser of chrome-launcher is given this. */
export const launchedBrowserFlags: readonly string[] = [
  '--headless=new',
  '--disable-dev-shm-usage',
  withoutFeatures(turnedOffByLauncher),
  // Chromium's own sandbox does not start for root.
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
]

/**
 * What keeps Chromium from reaching anything but through the proxy: loopback goes through it too, names are resolved by it
 * alone, and what would not use it (QUIC, WebRTC) is off.
 */
export const guardedBrowserFlags = (proxyPort: number): string[] => [
  ...launchedBrowserFlags,
  `--proxy-server=socks5://127.0.0.1:${proxyPort}`,
  '--proxy-bypass-list=<-loopback>',
  '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
  '--disable-quic',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--disable-gpu',
  '--no-pings',
]
