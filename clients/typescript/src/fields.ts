// What `fields` does to the type of a row: names that a response has, and the row that is left of it.

/** What a field holds, or a list of it holds. */
type Inner<Value> = NonNullable<Value> extends readonly (infer Entry)[] ? NonNullable<Entry> : NonNullable<Value>;

/** The names that `fields` takes for such rows: `ticker`, `outcomes`, `outcomes.return_30d_pct`. */
export type FieldOf<Row> = {
  [Name in keyof Row & string]: Inner<Row[Name]> extends object ? Name | `${Name}.${FieldOf<Inner<Row[Name]>>}` : Name;
}[keyof Row & string];

type Outer<Field> = Field extends `${infer Name}.${string}` ? Name : Field;
type Within<Field, Name extends string> = Field extends `${Name}.${infer Rest}` ? Rest : never;

/** Of what a field holds the fields that are named; null stays null. */
type Part<Value, Field> = Value extends readonly (infer Entry)[]
  ? Picked<Entry, Field>[]
  : Value extends object
    ? Picked<Value, Field>
    : Exclude<Value, undefined>;

/** A row with these fields alone. A part that has to be asked for, such as `outcomes`, is there when it is named. */
export type Picked<Row, Field> = {
  [Name in keyof Row & Outer<Field> & string]-?: Name extends Field
    ? Exclude<Row[Name], undefined>
    : Part<Row[Name], Within<Field, Name>>;
};

/** A row of a response: whole where no fields are named. */
export type RowWith<Row, Field> = [Field] extends [never] ? Row : Picked<Row, Field>;
