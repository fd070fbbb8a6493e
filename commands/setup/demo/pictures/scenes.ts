/** Draws a hard shadow below a shape, as of cut paper. A blurred one would take seconds to draw. */
const raised = (shape: string) =>
  `<g transform="translate(13 24)" opacity=".24">${shape.replace(/(fill|stroke)="(?!none)[^"]*"/g, '$1="#150c04"')}</g>${shape}`

const ground = (colour: string) => `<rect x="-400" y="-400" width="1880" height="1880" fill="${colour}"/>`

/** Planks of a table, in two shades. */
const table = (one: string, two: string) =>
  ground(one) +
  [0, 1, 2, 3, 4, 5]
    .map(
      n =>
        `<rect x="-400" y="${-360 + n * 360}" width="1880" height="180" fill="${two}"/><path d="M-400 ${-270 + n * 360}q900 22 1880-14M-400 ${-100 + n * 360}q1000-18 1880 12" stroke="#00000014" stroke-width="5" fill="none"/>`,
    )
    .join('')

const cloth = (colour: string, stripe: string) =>
  `${raised(`<rect x="120" y="560" width="840" height="620" rx="14" fill="${colour}" transform="rotate(-7 540 800)"/>`)}<g transform="rotate(-7 540 800)" fill="${stripe}">${[150, 190, 860, 900].map(x => `<rect x="${x}" y="560" width="16" height="620"/>`).join('')}</g>`

/** A loaf from above, with a leaf scored into its crust. */
const loaf = (x: number, y: number, turn: number, size = 1) =>
  `<g transform="translate(${x} ${y}) rotate(${turn}) scale(${size})">${raised(`<ellipse rx="330" ry="215" fill="url(#crust)"/>`)}<path d="M-270 10q270-70 540 0" stroke="#f6dcae" stroke-width="26" stroke-linecap="round" fill="none"/><path d="M-270 10q270-70 540 0" stroke="#8d4a1b" stroke-width="5" fill="none" transform="translate(0 16)"/>${[-180, -90, 0, 90, 180].map(at => `<path d="M${at} ${-32 + Math.abs(at) / 9}q24-60 74-84M${at} ${-8 + Math.abs(at) / 9}q24 60 74 84" stroke="#f3d5a2" stroke-width="15" stroke-linecap="round" fill="none"/>`).join('')}<path d="M-250-70q60-90 190-110M-120 150q150 40 280-20" stroke="#fff3da" stroke-width="30" stroke-linecap="round" opacity=".28" fill="none"/></g>`

const croissant = (x: number, y: number, turn: number, size = 1) =>
  `<g transform="translate(${x} ${y}) rotate(${turn}) scale(${size})">${raised(`<path d="M-300 120C-290-70-150-190 0-190S290-70 300 120C300 170 240 180 220 130 190 50 110 10 0 10s-190 40-220 120c-20 50-80 40-80-10z" fill="url(#crust)"/>`)}<path d="M-212 112Q-250 0-196-112M-128 44Q-168-64-96-168M-40 16Q-64-90-18-188M128 44Q168-64 96-168M40 16Q64-90 18-188M212 112Q250 0 196-112" stroke="#7c4217" stroke-width="9" fill="none" opacity=".75"/><path d="M-226-30Q-160-140-20-160" stroke="#ffe7b8" stroke-width="22" stroke-linecap="round" fill="none" opacity=".6"/></g>`

const cup = (x: number, y: number, saucer: string, size = 1) =>
  `<g transform="translate(${x} ${y}) scale(${size})">${raised(`<circle r="300" fill="${saucer}"/>`)}<circle r="262" fill="none" stroke="#00000012" stroke-width="8"/>${raised(`<path d="M150-60h120q56 0 56 60t-56 60H150z" fill="#fbf7ef"/><path d="M190-22h70q22 0 22 22t-22 22h-70z" fill="${saucer}"/><circle r="205" fill="#fbf7ef"/>`)}<circle r="176" fill="url(#milk)"/><path d="M0 128C-70 66-112 22-104-34c6-46 72-58 104-12 32-46 98-34 104 12C112 22 70 66 0 128z" fill="#fbeedb"/><path d="M0 90C-44 50-72 16-66-14c6-26 46-32 66-4 20-28 60-22 66 4C72 16 44 50 0 90z" fill="#b57743"/><path d="M0 58C-22 36-40 18-36 2c4-14 26-16 36 0 10-16 32-14 36 0C40 18 22 36 0 58z" fill="#fbeedb"/></g>`

const scroll = (x: number, y: number, size = 1, glaze = '#fff4e0') =>
  `<g transform="translate(${x} ${y}) scale(${size})">${raised(`<circle r="190" fill="url(#crust)"/>`)}<path d="M0 0c30-34 78 4 58 52-26 60-120 46-140-24C-104-64-24-130 60-112c104 22 146 140 84 226" stroke="#5d2c0e" stroke-width="20" stroke-linecap="round" fill="none"/><path d="M-130-40q40-90 130-104M-96 96q70 64 170 34M60-30q50 40 34 96" stroke="${glaze}" stroke-width="24" stroke-linecap="round" fill="none" opacity=".85"/></g>`

const tart = (x: number, y: number, size = 1) =>
  `<g transform="translate(${x} ${y}) scale(${size})">${raised(`<path d="${Array.from({ length: 24 }, (_, n) => `${n === 0 ? 'M' : 'L'}${Math.round((n % 2 ? 168 : 182) * Math.cos((n * Math.PI) / 12))} ${Math.round((n % 2 ? 168 : 182) * Math.sin((n * Math.PI) / 12))}`).join('')}z" fill="#c98542" stroke="#c98542" stroke-width="26" stroke-linejoin="round"/>`)}<circle r="140" fill="url(#curd)"/><path d="M-40-36q-14-46 14-66 26 22 14 66 22-34 60-32 2 38-40 56 44 6 52 40-36 18-64-14 2 46-32 62-30-24-8-66-40 18-66-8 14-36 62-30-26-6-32-28 22-10 40 20z" fill="#fffaf0" transform="scale(.8)"/><path d="M-96-60Q-50-116 20-116" stroke="#fff" stroke-width="14" stroke-linecap="round" opacity=".7" fill="none"/></g>`

const lemon = (x: number, y: number, turn: number) =>
  `<g transform="translate(${x} ${y}) rotate(${turn})">${raised(`<path d="M-120 0C-110-80-50-96 0-96S110-80 128-10c26 4 26 30 0 30C104 80 50 96 0 96S-116 70-120 0z" fill="#f5c928"/>`)}<path d="M-70-40q30-30 80-32" stroke="#fff3b0" stroke-width="14" stroke-linecap="round" fill="none"/></g>`

const leaf = (x: number, y: number, turn: number, colour = '#5c7a4a') =>
  `<g transform="translate(${x} ${y}) rotate(${turn})"><path d="M0 0q60-80 160-60-20 100-160 60z" fill="${colour}"/><path d="M0 0q80-30 150-56" stroke="#ffffff55" stroke-width="5" fill="none"/></g>`

const boat = (x: number, y: number, colour: string, size = 1) =>
  `<g transform="translate(${x} ${y}) scale(${size})"><path d="M-130 0h260l-36 62H-92z" fill="${colour}"/><path d="M-130 0h260l-6 12H-124z" fill="#fff8ea"/><path d="M-6-190v190" stroke="#4a3423" stroke-width="9"/><path d="M4-184L104-16H4z" fill="#fff8ea"/><path d="M-14-150L-92-16h78z" fill="#f1d9b4"/><path d="M-92 70q92 22 184 0" stroke="#ffffff66" stroke-width="8" fill="none"/></g>`

const awning = `<g>${[0, 1, 2, 3, 4, 5, 6, 7].map(n => `<path d="M${120 + n * 105} 330h105v130q-52 60-105 0z" fill="${n % 2 ? '#fbf3e4' : '#b4472f'}"/>`).join('')}<rect x="100" y="292" width="880" height="46" rx="8" fill="#7d2c1b"/></g>`

const baguette = (x: number, y: number, turn: number) =>
  `<g transform="translate(${x} ${y}) rotate(${turn})">${raised(`<rect x="-380" y="-64" width="760" height="128" rx="64" fill="url(#crust)"/>`)}${[-250, -110, 30, 170].map(at => `<path d="M${at} 34l110-66" stroke="#f6dcae" stroke-width="24" stroke-linecap="round"/>`).join('')}</g>`

const scoop = `${raised(`<circle cx="390" cy="470" r="250" fill="#d9d2c3"/><circle cx="390" cy="470" r="214" fill="#f7f1e4"/>`)}<path d="M250 500q60-140 150-120 60-70 130 30 60 60 20 130-160 90-300-40z" fill="#fffdf7"/><path d="M300 520q90 50 220 0" stroke="#e6dcc6" stroke-width="12" fill="none"/>`

const egg = (x: number, y: number, turn: number, colour: string) =>
  `<g transform="translate(${x} ${y}) rotate(${turn})">${raised(`<path d="M0-118C66-118 92-10 92 30a92 92 0 0 1-184 0C-92-10-66-118 0-118z" fill="${colour}"/>`)}<path d="M-40-50q16-36 40-40" stroke="#fff" stroke-width="14" stroke-linecap="round" opacity=".6" fill="none"/></g>`

const crumbs = [
  [150, 180],
  [910, 250],
  [860, 960],
  [210, 930],
  [520, 120],
  [970, 620],
  [90, 560],
]
  .map(([x, y], n) => `<circle cx="${x}" cy="${y}" r="${6 + (n % 3) * 4}" fill="#a3632d" opacity=".7"/>`)
  .join('')

/** Scenes of a bakery by the harbour, in squares of 1080 units. They extend beyond these for other formats. */
export const scenes = {
  sourdough: `${table('#6d4a33', '#75513a')}${cloth('#efe6d3', '#4f7480')}${loaf(540, 520, -18, 1.15)}${crumbs}`,
  loaves: `${ground('#d8c3a0')}${table('#d8c3a0', '#dfcbaa')}${loaf(330, 300, 30, 0.8)}${loaf(770, 470, -24, 0.85)}${loaf(380, 800, 8, 0.9)}${leaf(820, 830, -20)}${leaf(800, 850, 40, '#7a945f')}`,
  croissants: `${ground('#cfd9d4')}${raised(`<circle cx="540" cy="560" r="440" fill="#fbf7ef"/>`)}<circle cx="540" cy="560" r="360" fill="none" stroke="#00000010" stroke-width="10"/>${croissant(430, 470, -24, 0.85)}${croissant(670, 720, 28, 0.85)}${crumbs}`,
  breakfast: `${table('#e9dcc5', '#efe4d0')}${cup(360, 400, '#5c7f86', 0.95)}${croissant(710, 790, -14, 0.95)}${leaf(850, 260, 60)}${leaf(880, 240, 10, '#7a945f')}`,
  coffee: `${ground('#1f4a4d')}${cup(540, 540, '#e9dfcc', 1.25)}${[
    [150, 200],
    [200, 880],
    [920, 180],
    [930, 900],
    [860, 250],
  ]
    .map(
      ([x, y], n) =>
        `<g transform="translate(${x} ${y}) rotate(${n * 50})"><ellipse rx="44" ry="30" fill="#4a2a17"/><path d="M-40 0q40-16 80 0" stroke="#26140a" stroke-width="6" fill="none"/></g>`,
    )
    .join('')}`,
  scrolls: `${ground('#e6b9a0')}${raised(`<rect x="90" y="120" width="900" height="860" rx="40" fill="#7b8a90"/><rect x="130" y="160" width="820" height="780" rx="26" fill="#99a8ad"/>`)}${scroll(340, 350)}${scroll(740, 350)}${scroll(340, 750)}${scroll(740, 750)}`,
  tarts: `${ground('#a9c2b5')}${tart(320, 330)}${tart(740, 300, 0.95)}${tart(560, 700, 1.08)}${lemon(200, 790, -20)}${lemon(900, 820, 30)}${leaf(230, 700, -50)}${leaf(880, 540, 20)}`,
  harbour: `<rect x="-400" y="-400" width="1880" height="1010" fill="url(#dawn)"/><circle cx="700" cy="470" r="130" fill="#fff1d2"/><circle cx="700" cy="470" r="200" fill="#fff1d2" opacity=".3"/><path d="M-400 590L120 430l200 90 260-120 300 140 600-80v180H-400z" fill="#8c7d83"/><rect x="-400" y="600" width="1880" height="900" fill="url(#sea)"/><path d="M560 640h280M590 690h220M620 740h160M500 800h400M640 870h120" stroke="#fff1d2" stroke-width="14" stroke-linecap="round" opacity=".7"/>${boat(280, 740, '#b4472f', 1.25)}${boat(820, 690, '#2f4858', 0.75)}${boat(110, 650, '#d8a23b', 0.5)}<path d="M-400 1000h1880v500H-400z" fill="#5b4330"/><path d="M-400 1000h1880v26H-400z" fill="#7a5b41"/>`,
  shopfront: `${ground('#cfa98b')}<path d="M-400 980h1880v500H-400z" fill="#9a9087"/><rect x="130" y="300" width="820" height="690" fill="#2f4a4a"/><rect x="170" y="440" width="420" height="420" rx="6" fill="#f5d9a0"/><rect x="640" y="440" width="260" height="550" rx="6" fill="#1f3434"/><rect x="668" y="470" width="204" height="300" fill="#f5d9a0"/><circle cx="672" cy="830" r="14" fill="#d8a23b"/>${awning}<g transform="translate(380 790) scale(.42)">${loaf(-240, 40, 0, 0.8)}${loaf(240, 40, 0, 0.8)}${croissant(0, -160, 0, 0.8)}</g><rect x="170" y="640" width="420" height="14" fill="#2f4a4a"/><rect x="150" y="860" width="460" height="26" fill="#7d2c1b"/><g transform="translate(250 905)"><rect width="70" height="90" fill="#8b4b2e"/>${leaf(35, 0, -60)}${leaf(35, 0, -10, '#7a945f')}${leaf(35, 0, -110)}</g>`,
  baguettes: `${ground('#8fa3a6')}${baguette(380, 360, -68)}${baguette(560, 330, -82)}${baguette(720, 370, -104)}${raised(`<path d="M150 420h780l-90 560H240z" fill="#c39a5f"/>`)}${[0, 1, 2, 3, 4].map(n => `<path d="M${170 + n * 16} ${500 + n * 100}h${740 - n * 32}" stroke="#8f6a38" stroke-width="18"/>`).join('')}<path d="M140 420h800v46H140z" fill="#a97f46"/>`,
  baking: `${table('#b98f66', '#c29a72')}${scoop}${egg(760, 360, 20, '#e9c7a4')}${egg(900, 470, -12, '#f5e6d3')}${egg(740, 560, 60, '#d9a87c')}${raised(`<rect x="180" y="830" width="720" height="96" rx="48" fill="#9b6a3f" transform="rotate(-9 540 880)"/>`)}<g transform="rotate(-9 540 880)"><rect x="80" y="858" width="120" height="40" rx="20" fill="#7d5230"/><rect x="880" y="858" width="120" height="40" rx="20" fill="#7d5230"/></g>`,
  picnic: `${ground('#6f8f5a')}<g transform="rotate(-10 540 540)"><rect x="80" y="140" width="920" height="900" fill="#fbf3e4"/>${[0, 1, 2, 3].map(n => `<rect x="${80 + n * 230}" y="140" width="115" height="900" fill="#b4472f" opacity=".55"/><rect x="80" y="${140 + n * 225}" width="920" height="112" fill="#b4472f" opacity=".45"/>`).join('')}</g>${baguette(420, 330, -22)}${tart(760, 470, 0.9)}${scroll(360, 720, 0.9)}${lemon(760, 840, 14)}${leaf(220, 500, -30)}`,
} as const

export type Scene = keyof typeof scenes
