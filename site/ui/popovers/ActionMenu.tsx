import { Ellipsis, type LucideIcon } from 'lucide-react'

import { Dropdown } from './Dropdown.tsx'

export type Action = { label: string; icon: LucideIcon } & ({ run: () => unknown } | { href: string })

const ITEM = 'btn btn-ghost btn-sm w-full justify-start max-md:h-11'

type ActionMenuProps = { label: string; className?: string; actions: readonly Action[] }

export const ActionMenu = ({
  label,
  className = 'btn btn-square btn-ghost btn-sm pointer-coarse:size-11',
  actions,
}: ActionMenuProps) => (
  <Dropdown
    alignEnd
    label={label}
    className={className}
    panelClassName="w-64 p-1.5"
    trigger={<Ellipsis className="size-4" />}
  >
    {close =>
      actions.map(({ label: name, icon: Icon, ...action }) =>
        'href' in action ? (
          <a key={name} href={action.href} className={ITEM}>
            <Icon className="size-4" />
            {name}
          </a>
        ) : (
          <button
            key={name}
            type="button"
            className={ITEM}
            onClick={() => {
              close()
              action.run()
            }}
          >
            <Icon className="size-4" />
            {name}
          </button>
        ),
      )
    }
  </Dropdown>
)
