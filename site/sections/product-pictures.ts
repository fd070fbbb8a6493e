/** Sizes of the dashboard's pictures in `public/product`, in pixels. A browser chooses from the widths; the last is the whole. */
export const PRODUCT_PICTURES = {
  calendar: { widths: [640, 960, 1440, 1920], height: 1200 },
  composer: { widths: [640, 960, 1440, 1920], height: 1200 },
  phone: { widths: [293, 585], height: 1170 },
} as const

export const pictureName = (name: string, theme: string, width: number, format: string) =>
  `${name}-${theme}-${width}.${format}`
