import { Launcher } from 'chrome-launcher'

/** Features of Chromium's address bar. They load two pages in each window, which use as much CPU time as the audited page. */
const WINDOW_PARTS = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup']
const SWITCH = '--disable-features='

/** Disables the address bar's pages and `features` in a single switch, since Chromium ignores all but one. */
export const withoutFeatures = (features: readonly string[]): string =>
  SWITCH + [...features, ...WINDOW_PARTS].join(',')

const DISABLED_BY_LAUNCHER = Launcher.defaultFlags()
  .filter(flag => flag.startsWith(SWITCH))
  .flatMap(flag => flag.slice(SWITCH.length).split(','))

export const launchedBrowserFlags: readonly string[] = [
  '--headless=new',
  '--disable-dev-shm-usage',
  withoutFeatures(DISABLED_BY_LAUNCHER),
  // Chromium's own sandbox does not start for root.
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
]

/**
 * Forces all of Chromium's traffic through the proxy, including loopback and name resolution. Disables QUIC and WebRTC, which
 * would bypass it.
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
