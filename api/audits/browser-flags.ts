/**
 * What keeps Chromium from reaching anything but through the proxy: loopback goes through it too, names are resolved by it
 * alone, and what would not use it (QUIC, WebRTC) is off.
 */
export const guardedBrowserFlags = (proxyPort: number): string[] => [
  '--headless=new',
  `--proxy-server=socks5://127.0.0.1:${proxyPort}`,
  '--proxy-bypass-list=<-loopback>',
  '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
  '--disable-quic',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--disable-dev-shm-usage',
  '--disable-gpu',
  '--no-pings',
  // Chromium's own sandbox does not start for root.
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
]
