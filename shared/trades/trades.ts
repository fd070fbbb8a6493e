import { fold } from '#shared/text/fold.ts'

/**
 * Trades by id, each with the form's suggestion and words that identify it. The first match wins, so that a dog groomer isn’t a
 * hairdresser.
 */
const TRADES = {
  vet: ['Vet', /\bvets?\b|\bveterinar|\banimal (?:hospital|clinic)/],
  pets: [
    'Dog grooming',
    /(?<!hot )\bdogg?(?:s|y|ies)?\b|\bpets?\b|\bpupp(?:y|ies)\b|\bpaws?\b|\bcats?\b|\bkennels?\b|\bcatter/,
  ],
  childcare: [
    'Childcare',
    /\bchild ?care\b|\bday ?care\b|\bkinder|\bearly learning|\bpre-?school|\bnann(?:y|ies)\b|\bcreche|\bbabysit/,
  ],
  florist: ['Florist', /\bflor(?:ist|al)|\bflowers?\b|\bblooms?\b|\bbouquet|\bposy\b|\bposies\b/],
  nursery: ['Plant nursery', /\bnurser(?:y|ies)\b|\bplants?\b|\bgarden cent(?:re|er)/],
  dentist: ['Dentist', /\bdent(?:al|ist)|\borthodont|\bdenture|\boral health/],
  clinic: [
    'Physio',
    /\bphysio|\bchiro|\bosteo|\bpodiat|\bmassage|\bmyother|\bexercise phys|\boccupational ther/,
  ],
  health: [
    'Health practice',
    /\bhealth\b|\bpsycholog|\bcounsell|\bdoctors?\b|\bmedical|\bclinics?\b|\boptom|\bpharmac|\bchemist\b|\bspeech path|\bnaturopath|\bacupunct|\bdietit|\bhearing\b|\bmidwi/,
  ],
  photographer: ['Photographer', /\bphoto|\bvideograph|\bfilm ?maker|\bwedding (?:film|video)/],
  plumber: ['Plumber', /\bplumb|\bgas ?fit|\bdrain|\bhot water|\bblocked (?:pipe|toilet)/],
  electrician: [
    'Electrician',
    /\belectric|\bspark(?:y|ie)\b|\bsolar\b|\bair ?con|\bheating\b|\bcooling\b|\brefrigerat/,
  ],
  painter: ['Painter', /\bhouse ?paint|\bpaint(?:er|ers|ing)\b|\bwallpaper/],
  cleaner: ['Cleaner', /\bclean(?!\s*eating)|\blaundr|\bpest\b|\bwindow wash|\bdry ?clean/],
  gardener: [
    'Gardener',
    /\bgarden(?:er|ers|ing|s)\b|\blandscap|\blawn|\bmow(?:ing|er|ers)?\b|\barborist|\btrees?\b|\bpool (?:care|clean|service)/,
  ],
  builder: [
    'Builder',
    /\bbuild|\bcarpent|\bjoiner|\broof|\btil(?:er|ers|ing)\b|\brenovat|\bcabinet|\bkitchens\b|\bfenc(?:e|es|ing)\b|\bdeck(?:s|ing)?\b|\bconcret|\bplaster|\bbrick|\bhandy|\bglaz|\bfloor|\blocksmith|\bblinds?\b/,
  ],
  mechanic: [
    'Mechanic',
    /\bmechanic|\bauto(?:s|motive|motives)?\b|\btyre|\bpanel ?beat|\bsmash repair|\bmotors?\b|\bcar (?:service|repair|wash|detail)|\bdetailing|\bgarage\b|\bexhaust|\bbrakes?\b/,
  ],
  hair: [
    'Hairdresser',
    /\bhair|\bbarber|(?<!beauty |nails? |skin )\bsalon\b|\bcuts\b|\bfringe\b|\bbalayage|\bgroom(?:ing|er|ers)\b/,
  ],
  beauty: [
    'Beauty salon',
    /\bbeaut(?:y|ician)|\bnails?\b|\bbrows?\b|\blash|\bskin(?: ?care)?\b(?!.*\btattoo)|\bfacial|\bwax(?:ing)?\b|\bday spa\b|\bspa\b|\bmake-?up\b|\bcosmetic tattoo|\btanning\b|\bcosmetic/,
  ],
  studio: ['Yoga studio', /\byoga|\bpilates|\bdanc(?:e|er|ing)\b|\bballet|\bbarre\b|\bmeditat/],
  gym: [
    'Gym',
    /\bgyms?\b|\bfit(?:ness)?\b|\bcross ?fit|\bbox(?:ing)?\b|\bpersonal train|\bboot ?camp|\bmartial|\bkarate|\bjudo|\bjiu|\bstrength\b|\bclimbing\b|\bswim(?! ?wear)/,
  ],
  lawyer: ['Lawyer', /\blaw(?:yer|yers)?\b|\blegal|\bsolicitor|\bconveyanc|\bbarrister|\bmigration agent/],
  accountant: ['Accountant', /\baccount|\bbook-?keep|\btax\b|\bpayroll/],
  finance: ['Mortgage broker', /\bmortgage|\bbroker|\bfinanc|\binsur|\bwealth\b|\bsuperannuation/],
  estate: [
    'Real estate agent',
    /\breal ?estate|\brealt(?:y|or)|\bpropert(?:y|ies)\b|\bletting|\bbuyer'?s agent/,
  ],
  bakery: [
    'Bakery',
    /\bbak(?:ery|eries|ehouse|er|ers|ing)\b|\bbread|\bpatisser|\bcakes?\b|\bpastr|\bdonuts?\b|\bdoughnut|\bpies?\b|\bsourdough|\bcupcake/,
  ],
  cafe: [
    'Café',
    /\bcafes?\b|\bcoffee|\bespresso|\bbrunch|\bbarista|\btea ?(?:rooms?|house)\b|\bmilk ?bar\b|\bice ?cream|\bgelat/,
  ],
  restaurant: [
    'Restaurant',
    /\brestaurant|\bbistro|\bpizz|\bburger|\bkitchen\b|\bdiner\b|\btrattoria|\beatery|\bsushi|\bramen|\bnoodle|\bthai\b|\bcurry\b|\bkebab|\bfish (?:and|&) chips|\btake-?away|\bcater|\bfood truck|\bgrill\b|\btapas|\bdumpling|\bhot dogs?\b|\btacos?\b|\bchef\b/,
  ],
  pub: [
    'Pub',
    /\bpubs?\b|\bbars?\b|\bbrew(?:ery|ing|er|ers)\b|\bwine|\bcellar door|\btavern|\bdistill|\binn\b|\bcocktail/,
  ],
  food: [
    'Butcher or deli',
    /\bbutcher|\bdeli\b|\bdelicatessen|\bgrocer|\bfruit|\bvegetables?\b|\bfish ?monger|\bseafood|\bcheese|\bsmallgoods|\bwhole ?foods?\b/,
  ],
  stay: [
    'Accommodation',
    /\bb ?(?:&|and|n) ?b\b|\bbed and breakfast|\bmotel|\bhotel|\bguest ?house|\bholiday|\bcaravan|\bcamping|\bcabins?\b|\baccommodation|\bair ?bnb|\bretreat|\btours?\b/,
  ],
  mover: [
    'Removalist',
    /\bremoval(?:ist|ists|s)?\b|\bmovers?\b|\bcourier|\btaxi|\bfreight|\btruck|\btow(?:ing)?\b|\bchauffeur|\bstorage\b|\bdeliver/,
  ],
  computers: [
    'Computer repair',
    /\bcomputers?\b|\bphone repair|\blaptop|\bit (?:support|services)\b|\bweb ?(?:design|develop)|\bsoftware/,
  ],
  tutor: [
    'Tutor',
    /\btutor|\blessons?\b|\bteach|\bschool|\bdriving (?:instruct|academy)|\bacademy\b|\bcoaching\b|\blanguages?\b/,
  ],
  fashion: [
    'Boutique',
    /\bboutique|\bcloth(?:es|ing)|\bfashion|\bdress|\bshoes?\b|\btailor|\bmenswear|\bswim ?wear|\bapparel|\bbridal|\balteration|\bvintage\b/,
  ],
  shop: [
    'Shop',
    /\bshops?\b|\bstores?\b|\bbook(?:s|shop|store|seller)?\b|\bgifts?\b|\btoys?\b|\bhome ?wares?\b|\bjewel|\bbikes?\b|\bbicycles?\b|\bcycles\b|\brecords\b|\bfurniture|\bhardware\b|\bcrafts?\b|\bgaller(?:y|ies)\b|\bcandles?\b|\bnews ?agen/,
  ],
} as const satisfies Record<string, readonly [label: string, words: RegExp]>

export type KnownTrade = keyof typeof TRADES
/** `other` for an unknown trade. */
export type Trade = KnownTrade | 'other'

const TRADE_ENTRIES = Object.entries(TRADES) as [KnownTrade, (typeof TRADES)[KnownTrade]][]

/** Names of the known trades in alphabetical order. */
export const TRADE_LABELS = TRADE_ENTRIES.map(([, [label]]) => label).toSorted((a, b) =>
  a.localeCompare(b, 'en'),
)

export const labelOf = (trade: KnownTrade): string => TRADES[trade][0]

/** Exceeds the length of any name. Limits the work for texts that will be rejected. */
const MAX_LENGTH = 100

/** Returns the trade that a text names, such as the name of a business. */
export function detectTrade(text: string): KnownTrade | undefined {
  const folded = fold(text.slice(0, MAX_LENGTH))
  return TRADE_ENTRIES.find(([, [, words]]) => words.test(folded))?.[0]
}

/** Minimum lengths of a label's beginning, and of a label with a typing error. */
const [MIN_PREFIX, MIN_WITH_TYPO] = [3, 6]

/** Returns the trade that somebody typed: by its words, by the beginning of one label, or by a label with a typing error. */
export function matchTypedTrade(text: string): KnownTrade | undefined {
  const typed = fold(text.slice(0, MAX_LENGTH)).trim()
  const only = (fits: (label: string) => boolean) => {
    const [first, ...others] = TRADE_ENTRIES.filter(([, [label]]) => fits(fold(label)))
    return others.length === 0 ? first?.[0] : undefined
  }
  return (
    detectTrade(text) ??
    (typed.length >= MIN_PREFIX ? only(label => label.startsWith(typed)) : undefined) ??
    (typed.length >= MIN_WITH_TYPO ? only(label => isTypo(typed, label)) : undefined)
  )
}

/** Returns true if a letter is missing, added, or swapped with the next. A replaced letter may make another word: printer, painter. */
function isTypo(typed: string, label: string): boolean {
  let at = 0
  while (at < typed.length && typed[at] === label[at]) at++
  const [ends, intended] = [typed.slice(at), label.slice(at)]
  const swapped = `${ends.charAt(1)}${ends.charAt(0)}${ends.slice(2)}`
  return ends.slice(1) === intended || ends === intended.slice(1) || swapped === intended
}
