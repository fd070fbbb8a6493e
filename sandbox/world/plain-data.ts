/**
 * Maps everything but plain data to `never`. A type that holds a function, and so also a promise, stream or timer, isn't
 * assignable to its `Plain`, because a restart couldn't restore it.
 */
export type Plain<Type> = Type extends
  | string
  | number
  | bigint
  | boolean
  | null
  | undefined
  | Date
  | Uint8Array
  ? Type
  : Type extends (...args: never[]) => unknown
    ? never
    : Type extends ReadonlyMap<infer Key, infer Value>
      ? Map<Plain<Key>, Plain<Value>>
      : Type extends ReadonlySet<infer Item>
        ? Set<Plain<Item>>
        : Type extends readonly (infer Item)[]
          ? Plain<Item>[]
          : Type extends object
            ? { [Key in keyof Type]: Plain<Type[Key]> }
            : never
