import * as v from 'valibot'

import { brand } from '#shared/brand.ts'

export const BRAND_MESSAGES = {
  color: 'Please choose a color, #12161d for example.',
  pale: 'This color is too pale to read on white paper. Please choose a darker one.',
  detailed: 'This picture is too detailed for a mark. Please choose a simpler one.',
  saved: 'Saved. Drafts and later reports have it.',
} as const

export type ReportBrand = {
  /** A picture as a data URL; null for the agency's logo or the default icon, with the agency's name. */
  mark: string | null
  /** Color of headings, lines and bars. It is readable on white. */
  color: string
  /** Color of the summary's edge and of the button. */
  accent: string
}

/** Side of the square into which a mark is fitted, in pixels. Sharp enough for print. */
export const MARK_SIDE = 480

/** The theme's ink and iris (site/styles/theme.css) in sRGB, or the accent of `brand.json`. */
export const DEFAULT_BRAND: ReportBrand = { mark: null, color: '#12161d', accent: brand.accent || '#f4ce23' }

const channels = (color: string) =>
  [1, 3, 5].map(start => {
    const value = Number.parseInt(color.slice(start, start + 2), 16) / 255
    return value <= 0.040_45 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })

/** Returns the relative luminance of a color like `#12161d` (WCAG 2). */
function luminanceOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = channels(color)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Returns the contrast with white, from 1 to 21 (WCAG 2). */
export const contrastWithWhite = (color: string) => 1.05 / (luminanceOf(color) + 0.05)

/** Minimum contrast of text (WCAG 2, AA). */
const READABLE = 4.5

/** Returns a typed color, with or without `#` and of three or six digits, as `#12161d`; undefined for anything else. */
export function parseColor(typed: string): string | undefined {
  const digits = /^#?([\da-f]{3}|[\da-f]{6})$/i.exec(typed.trim())?.[1]?.toLowerCase()
  return digits && `#${digits.length === 3 ? digits.replaceAll(/./g, '$&$&') : digits}`
}

const Color = v.pipe(
  v.string(BRAND_MESSAGES.color),
  v.transform(typed => parseColor(typed) ?? ''),
  v.nonEmpty(BRAND_MESSAGES.color),
)

/** Text fields of the form; its file is `mark`. */
export const SaveReportBrand = v.object({
  color: v.pipe(
    Color,
    v.check(color => contrastWithWhite(color) >= READABLE, BRAND_MESSAGES.pale),
  ),
  accent: Color,
  removeMark: v.optional(v.picklist(['true', 'false'])),
})
export type SaveReportBrand = v.InferOutput<typeof SaveReportBrand>

/** Returns the style rule with a report's colors. Bars are green until the agency has chosen a color. */
export const brandStyle = (brand?: ReportBrand) =>
  ruleOf(brand ?? DEFAULT_BRAND, brand ? `--bar: ${brand.color}; ` : '')

const ruleOf = ({ color, accent }: ReportBrand, bars: string) =>
  `.report, .download, .doors { ${bars}--color: ${color}; --accent: ${accent}; --on-accent: ${textColorOn(accent)}; }`

export const textColorOn = (color: string) =>
  contrastWithWhite(color) >= READABLE ? '#ffffff' : DEFAULT_BRAND.color

/** Text alternative of a mark. */
export const MARK_ALT = brand.company
