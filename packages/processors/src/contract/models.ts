/** Where a registered model lies in the file space, and what it is called. */
export interface RegisteredModel {
  readonly path: string;
  /** What it is, in words: `model churn, version 3`. */
  readonly title: string;
}

/** Which registered model is meant. */
export interface ModelRequest {
  /**
   * `models:/NAME` (its champion, or else its newest version), `models:/NAME/VERSION`, `models:/NAME/champion`,
   * `models:/NAME/latest`; the uuid of a model or of a version, a name, or the folder that its versions lie in.
   */
  readonly reference: string;
  /** The champion is wanted, whichever version the reference leads to. */
  readonly champion: boolean;
  /** The field that says so. */
  readonly field: string;
}

/** The models of a project, which are known by name. */
export interface ModelRegistry {
  /** The model that is meant. Throws a `FieldError` if there is none. */
  find(reference: ModelRequest): Promise<RegisteredModel>;
}
