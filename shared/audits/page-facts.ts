/** The head of a page, which identifies the website before anything is measured. */
export type PageHead = {
  title: string
  /** Host of the page after all redirects. */
  host: string
  isSecure: boolean
  /** Milliseconds until the head arrived. */
  ms: number
}

/** A fact about the business, as the page states it. `isMarked` is true for structured data (schema.org), which search engines read. */
export type Stated = { text: string; isMarked: boolean }

/** Facts from a page's HTML. Texts are empty if the page has none. */
export type PageFacts = {
  /** URL after all redirects. */
  url: string
  title: string
  description: string
  isSecure: boolean
  /** True if the page adapts to the width of a phone. */
  fitsPhones: boolean
  /** False if the page says that it is in another language, whose hours, numbers and places we may overlook. Earlier results lack it. */
  isEnglish?: boolean
  hours: Stated | null
  phone: (Stated & { isPressable: boolean }) | null
  place: Stated | null
  /** The preview that networks and messengers show for a shared link. */
  share: { title: string; description: string; picture: { url: string; loads: boolean } | null }
}

/** Returns the name of a website as people write it. */
export const siteNameOf = (url: string): string => (URL.parse(url)?.host ?? url).replace(/^www\./, '')
