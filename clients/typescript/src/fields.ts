// The effect of `fields` on the type of a row: the names that it accepts, and the row with the selected fields.

/** The value of a field, or the entries of its list. */
type Inner<Value> = NonNullable<Value> extends readonly (infer Entry)[] ? NonNullable<Entry> : NonNullable<Value>;

/** The names that `fields` accepts for such rows: `ticker`, `outcomes`, `outcomes.return_30d_pct`. */
export type FieldOf<Row> = {
  [Name in keyof Row & string]: Inner<Row[Name]> extends object ? Name | `${Name}.${FieldOf<Inner<Row[Name]>>}` : Name;
}[keyof Row & string];

type Outer<Field> = Field extends `${infer Name}.${string}` ? Name : Field;
type Within<Field, Name extends string> = Field extends `${Name}.${infer Rest}` ? Rest : never;

/** A field's value with only the named fields; null stays null. */
type Part<Value, Field> = Value extends readonly (infer Entry)[]
  ? Picked<Entry, Field>[]
  : Value extends object
    ? Picked<Value, Field>
    : Exclude<Value, undefined>;

/** A row with only these fields. A part that is left out by default, such as `outcomes`, is present if it is named. */
export type Picked<Row, Field> = {
  [Name in keyof Row & Outer<Field> & string]-?: Name extends Field
    ? Exclude<Row[Name], undefined>
    : Part<Row[Name], Within<Field, Name>>;
};

/** A row of a response: with all fields if none are named. */
export type RowWith<Row, Field> = [Field] extends [never] ? Row : Picked<Row, Field>;
