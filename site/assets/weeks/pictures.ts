import type { Trade } from '#shared/trades/trades.ts'
import type { PostKind, Season } from '#shared/trades/week.ts'
import { type Thing, THINGS } from './things.ts'

/** Drawn samples for the posts of a trial week, which stand where a business’s own photos go. */

const WIDTH = 320
const HEIGHT = 240

type Named = Exclude<PostKind, 'event'> | Season
const NAMES = [
  'tip',
  'behind',
  'question',
  'offer',
  'review',
  'summer',
  'autumn',
  'winter',
  'spring',
] as const satisfies Named[]

/** Things of a trade: the main one, what goes with it, and a small one. */
type Things = readonly [main: Thing, second: Thing, small: Thing]
const THINGS_OF: Record<Trade, Things> = {
  vet: ['paw', 'stethoscope', 'bone'],
  pets: ['paw', 'comb', 'bone'],
  childcare: ['blocks', 'ball', 'pencils'],
  florist: ['bouquet', 'scissors', 'flower'],
  nursery: ['plant', 'trowel', 'leaves'],
  dentist: ['tooth', 'toothbrush', 'mug'],
  clinic: ['table', 'band', 'mat'],
  health: ['calendar', 'mug', 'pen'],
  photographer: ['camera', 'photos', 'mug'],
  plumber: ['tap', 'wrench', 'pipe'],
  electrician: ['bulb', 'plug', 'screwdriver'],
  painter: ['paint', 'roller', 'brush'],
  cleaner: ['spray', 'bucket', 'leaves'],
  gardener: ['trowel', 'plant', 'leaves'],
  builder: ['hammer', 'house', 'pencils'],
  mechanic: ['tyre', 'wrench', 'car'],
  hair: ['scissors', 'comb', 'flower'],
  beauty: ['lipstick', 'polish', 'flower'],
  studio: ['mat', 'bottle', 'leaves'],
  gym: ['dumbbell', 'bottle', 'ball'],
  lawyer: ['book', 'document', 'pen'],
  accountant: ['calculator', 'document', 'pen'],
  finance: ['coins', 'house', 'calculator'],
  estate: ['house', 'key', 'pen'],
  bakery: ['mug', 'gift', 'leaves'],
  cafe: ['mug', 'photos', 'leaves'],
  restaurant: ['setting', 'open', 'leaves'],
  pub: ['pint', 'wine', 'cutlery'],
  food: ['cheese', 'meat', 'leaves'],
  stay: ['pillow', 'key', 'mug'],
  mover: ['truck', 'box', 'key'],
  computers: ['laptop', 'phone', 'screwdriver'],
  tutor: ['pencils', 'book', 'mug'],
  fashion: ['dress', 'shirt', 'bag'],
  shop: ['bag', 'gift', 'flower'],
  other: ['open', 'mug', 'pen'],
}

/** Whole scenes, in `site/assets/scenes`, for trades that we have drawn more of. */
const SCENES: Partial<Record<Trade, Partial<Record<Named, string>>>> = {
  bakery: {
    behind: 'baking',
    question: 'scrolls',
    tip: 'sourdough',
    offer: 'tarts',
    summer: 'picnic',
    autumn: 'loaves',
    winter: 'croissants',
    spring: 'picnic',
  },
  cafe: {
    question: 'coffee',
    behind: 'breakfast',
    review: 'croissants',
    summer: 'shopfront',
    autumn: 'scrolls',
    winter: 'shopfront',
    spring: 'shopfront',
  },
}

/** A light, a middle and a deep colour. */
const PALETTES = [
  ['#dfe6d5', '#a9c0b4', '#1f4a4d'],
  ['#f3dfc8', '#e3b596', '#7c3f34'],
  ['#dbe6ea', '#9fbdc6', '#27455a'],
  ['#f4e6b8', '#e2c377', '#46553a'],
] as const

type Placing = { at: readonly [number, number]; scale: number; turn?: number }
const placed = (drawing: string, { at: [x, y], scale, turn = 0 }: Placing) =>
  `<g transform="translate(${x} ${y}) rotate(${turn}) scale(${scale})">${drawing}</g>`
const put = (thing: Thing, placing: Placing) =>
  `<g filter="url(#shadow)">${placed(THINGS[thing], placing)}</g>`
const ground = (colour: string) => `<path d="M0 0h${WIDTH}v${HEIGHT}H0z" fill="${colour}"/>`

const STAR =
  'M0-12l3.500 8.200 8.900.700-6.800 5.800 2.100 8.700L0 6.800l-7.700 4.600 2.100-8.700-6.800-5.800 8.900-.700z'
const STARS = [-2, -1, 0, 1, 2]
  .map(index => `<path transform="translate(${index * 32})" d="${STAR}" fill="#e5a910"/>`)
  .join('')
const LEAF = '<path d="M0-30q24 30 0 60q-24-30 0-60z"/>'
const BLOSSOM = `${[0, 72, 144, 216, 288].map(turn => `<ellipse cy="-13" rx="9" ry="13" transform="rotate(${turn})" fill="#fbe3e0"/>`).join('')}<circle r="7" fill="#f5c72b"/>`

/** Scatters a drawing over the corners. */
const corners = (drawing: string, scale = 1) =>
  (
    [
      [36, 40, 20],
      [284, 34, -40],
      [40, 206, 100],
      [286, 202, 160],
      [164, 18, 70],
    ] as const
  )
    .map(([x, y, turn]) => placed(drawing, { at: [x, y], scale, turn }))
    .join('')

type Drawn = (things: Things, colours: (typeof PALETTES)[number]) => string
const MIDDLE = [160, 120] as const

const DRAWN: Record<Named, Drawn> = {
  behind: ([main, second, small]) =>
    `${ground('#c79a6b')}<path d="M0 60h320M0 122h320M0 184h320" stroke="#b3875a" stroke-width="3"/><path d="M40 26h90M210 90h84M20 152h70M170 214h110" stroke="#d4ab7d" stroke-width="3"/>` +
    put(main, { at: [104, 126], scale: 0.88, turn: -14 }) +
    put(second, { at: [226, 96], scale: 0.74, turn: 16 }) +
    put(small, { at: [238, 200], scale: 0.4, turn: -28 }),
  tip: ([main], [light, middle]) =>
    `${ground(middle)}<circle cx="160" cy="120" r="108" fill="${light}"/>` +
    put(main, { at: MIDDLE, scale: 0.9, turn: -8 }),
  question: ([main, second], [light, middle]) =>
    `${ground(light)}<path d="M186 0h134v240H134z" fill="${middle}"/>` +
    put(main, { at: [82, 120], scale: 0.68, turn: -8 }) +
    put(second, { at: [240, 120], scale: 0.68, turn: 8 }) +
    '<circle cx="160" cy="120" r="24" fill="#fbf7ef"/><path d="M151 112a9 9 0 1 1 13 9q-4 2-4 7" fill="none" stroke="#2b3238" stroke-width="5" stroke-linecap="round"/><circle cx="160" cy="136" r="3.500" fill="#2b3238"/>',
  offer: ([, second], [, middle, deep]) =>
    `${ground(deep)}<circle cx="130" cy="124" r="150" fill="${middle}" opacity=".3"/>` +
    put(second, { at: [124, 134], scale: 0.88, turn: 8 }) +
    '<g filter="url(#shadow)"><path d="M212 40h74q14 0 14 14v44q0 14-14 14h-50l-24 24v-24q-14 0-14-14v-44q0-14 14-14z" fill="#fbf7ef"/></g><g fill="#b5432e"><circle cx="226" cy="76" r="7"/><circle cx="249" cy="76" r="7"/><circle cx="272" cy="76" r="7"/></g>',
  review: ([main], [light, middle]) =>
    `${ground(light)}<path d="M0 150h320v90H0z" fill="${middle}"/>` +
    put(main, { at: [160, 88], scale: 0.74, turn: -6 }) +
    `<g filter="url(#shadow)"><rect x="64" y="180" width="192" height="42" rx="21" fill="#fbf7ef"/></g>${placed(STARS, { at: [160, 201], scale: 1 })}`,
  summer: ([main]) =>
    `${ground('#f0d9a8')}<path d="M0 0h320v44q-26 20-54 4t-54 4-54 2-54-2-54 6-50-6z" fill="#fbf7ef"/><path d="M0 0h320v34q-26 20-54 4t-54 4-54 2-54-2-54 6-50-6z" fill="#5aa6b5"/><g fill="#dcbf85"><circle cx="34" cy="150" r="4"/><circle cx="290" cy="180" r="4"/><circle cx="60" cy="212" r="3"/><circle cx="276" cy="100" r="3"/></g>` +
    put(main, { at: [160, 142], scale: 0.84, turn: -10 }),
  autumn: ([main]) =>
    `${ground('#b9793f')}<g fill="#f0b64e">${corners(LEAF, 1.1)}</g><g fill="#96391f">${corners(LEAF, 0.7)}</g>` +
    put(main, { at: MIDDLE, scale: 0.9, turn: 8 }),
  winter: ([main]) =>
    `${ground('#33506a')}<path d="M30 20l-8 26M92 8l-8 26M250 26l-8 26M304 70l-8 26M24 120l-8 26M60 196l-8 26M286 150l-8 26M244 204l-8 26M176 6l-6 20M134 216l-6 20" stroke="#7fa3bd" stroke-width="5" stroke-linecap="round"/>` +
    put(main, { at: MIDDLE, scale: 0.9, turn: -6 }),
  spring: ([main]) =>
    `${ground('#8fb27e')}<g>${corners(BLOSSOM, 1.1)}</g>` + put(main, { at: MIDDLE, scale: 0.9, turn: 6 }),
}

const SHADOW =
  '<filter id="shadow" x="-20%" y="-20%" width="150%" height="150%"><feDropShadow dx="4" dy="7" stdDeviation="0" flood-color="#150c04" flood-opacity=".24"/></filter>'

/**
 * Draws all pictures of a trade in one file, below each other, each of them a view with the kind of its post or, for what’s on, the
 * season as its name. So a browser loads one small file for a week.
 * @param scene returns the content of a scene's file
 */
export function drawPictures(trade: Trade, scene: (name: string) => string): string {
  const things = THINGS_OF[trade]
  const palette = PALETTES[Object.keys(THINGS_OF).indexOf(trade) % PALETTES.length] ?? PALETTES[0]
  const cells = NAMES.map((name, index) => {
    const whole = SCENES[trade]?.[name]
    const frame = `y="${index * HEIGHT}" width="${WIDTH}" height="${HEIGHT}"`
    const drawing = whole
      ? `<svg ${frame} viewBox="-60 90 1200 900">${inner(scene(whole))}</svg>`
      : `<svg ${frame}>${DRAWN[name](things, palette)}</svg>`
    return `<view id="${name}" viewBox="0 ${index * HEIGHT} ${WIDTH} ${HEIGHT}"/>${drawing}`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT * NAMES.length}">${SHADOW}${cells.join('')}</svg>`
}

const inner = (file: string) => file.replace(/^[^<]*<svg[^>]*>/, '').replace(/<\/svg>\s*$/, '')
