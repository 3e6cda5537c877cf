import { useQuery } from '@tanstack/react-query';
import { meQuery, projectsQuery } from './queries.ts';

type Right = 'VIEW' | 'EDIT' | 'EXECUTE' | 'OWN';

/** The permissions of the user: by name, and by right in a project if one is named. */
export type May = (permission: string, right?: Right, projectId?: number) => boolean;

/** False for all until it is known. */
export function useMay(): May {
  const { data: me } = useQuery(meQuery);
  const { data: projects } = useQuery(projectsQuery);
  const rights = new Map(projects?.map((project) => [project.id, project.rights]));
  return (permission, right, projectId) => {
    if (me === undefined || !(me.isSuperuser || me.permissions.includes(permission))) return false;
    if (right === undefined) return true;
    const hasPermission = (id: number): boolean => {
      const own = rights.get(id) ?? [];
      return own.includes('OWN') || own.includes(right) || (right === 'VIEW' && own.length > 0);
    };
    return projectId === undefined ? [...rights.keys()].some(hasPermission) : hasPermission(projectId);
  };
}
