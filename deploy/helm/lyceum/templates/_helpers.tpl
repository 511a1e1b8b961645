{{- define "lyceum.name" -}}
{{- if contains .Chart.Name .Release.Name }}{{ .Release.Name }}{{ else }}{{ .Release.Name }}-{{ .Chart.Name }}{{ end }}
{{- end }}

{{- define "lyceum.version" -}}
{{- .Values.image.tag | default .Chart.AppVersion }}
{{- end }}

{{/* Labels that never change, by which pods are found: (dict "root" . "component" "api"). */}}
{{- define "lyceum.selector" -}}
app.kubernetes.io/name: lyceum
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- end }}

{{- define "lyceum.labels" -}}
{{ include "lyceum.selector" . }}
app.kubernetes.io/version: {{ include "lyceum.version" .root | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
{{- end }}

{{/* The settings of the chart and of its values. */}}
{{- define "lyceum.settings" -}}
{{- $fixed := dict "LYCEUM_ENV" "production" "DATA_DIR" "/data" "TOKEN_KEYS_FILE" "/run/lyceum/token-keys.json" "DRAIN_SECONDS" (toString .Values.drainSeconds) }}
{{- range $name := list "ROLE" "PORT" "LYCEUM_ENV" "DATA_DIR" "TOKEN_KEYS_FILE" "DRAIN_SECONDS" }}
{{- if hasKey $.Values.config $name }}{{ fail (printf "config.%s is set by the chart; see values.yaml" $name) }}{{ end }}
{{- end }}
{{- range $name, $value := merge $fixed .Values.config }}
{{ $name }}: {{ $value | toString | quote }}
{{- end }}
{{- end }}

{{- define "lyceum.claim" -}}
{{- .Values.persistence.existingClaim | default (printf "%s-data" (include "lyceum.name" .)) }}
{{- end }}

{{/* What all pods have in common. */}}
{{- define "lyceum.podSecurity" -}}
automountServiceAccountToken: false
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  runAsGroup: 1000
  fsGroup: 1000
  fsGroupChangePolicy: OnRootMismatch
  seccompProfile:
    type: RuntimeDefault
{{- with .Values.image.pullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{- define "lyceum.image" -}}
image: "{{ .Values.image.repository }}:{{ include "lyceum.version" . }}"
imagePullPolicy: {{ .Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities:
    drop: [ALL]
{{- end }}

{{- define "lyceum.mounts" -}}
volumeMounts:
  - name: data
    mountPath: /data
  - name: tmp
    mountPath: /tmp
  - name: token-keys
    mountPath: /run/lyceum
    readOnly: true
{{- end }}

{{/* (dict "root" . "claim" true): the last one says whether /data outlives the pod. */}}
{{- define "lyceum.volumes" -}}
volumes:
  - name: data
    {{- if .claim }}
    persistentVolumeClaim:
      claimName: {{ include "lyceum.claim" .root }}
    {{- else }}
    emptyDir: {}
    {{- end }}
  - name: tmp
    emptyDir: {}
  - name: token-keys
    secret:
      secretName: {{ .root.Values.tokenKeysSecret }}
      # Other users cannot read it, as the service demands; the group of the pod can.
      defaultMode: 0440
{{- end }}
