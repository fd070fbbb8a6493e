import facts from './brand.json'

type Plan<Id> = Omit<(typeof facts.plans)[number], 'id'> & { id: Id }

/** What an agency says about itself, with its prices (docs/your-agency.md). The build validates it. */
type Brand = Omit<typeof facts, 'plans'> & {
  /** The first is free. Choosing another one sends a request that the agency answers. */
  plans: [Plan<'basic'>, ...Plan<'more-accounts' | 'done-for-you'>[]]
}

/** The agency that runs this installation. Every text about the agency takes its facts from `brand.json`. */
export const brand = facts as unknown as Brand
