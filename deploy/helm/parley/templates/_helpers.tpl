{{- define "parley.name" -}}
{{- if contains .Chart.Name .Release.Name }}{{ .Release.Name | trunc 50 | trimSuffix "-" }}{{ else }}{{ printf "%s-%s" .Release.Name .Chart.Name | trunc 50 | trimSuffix "-" }}{{ end }}
{{- end }}

{{- define "parley.selector" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "parley.labels" -}}
{{ include "parley.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ .Chart.Name }}-{{ .Chart.Version }}
{{- end }}

{{- define "parley.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end }}

{{/* What cannot work is refused before anything is installed. */}}
{{- define "parley.check" -}}
{{- $v := .Values -}}
{{- if not (has $v.database (list "sqlite" "postgresql")) }}{{ fail "database is sqlite or postgresql" }}{{ end -}}
{{- if eq $v.database "sqlite" }}
{{- if gt (int $v.replicas) 1 }}{{ fail "replicas above 1 need database: postgresql: a second process on one directory is refused" }}{{ end -}}
{{- if $v.worker.enabled }}{{ fail "worker.enabled needs database: postgresql" }}{{ end -}}
{{- if $v.autoscaling.enabled }}{{ fail "autoscaling.enabled needs database: postgresql" }}{{ end -}}
{{- if and $v.backup.enabled (not $v.backup.keySecret) }}{{ fail "backup.enabled needs backup.keySecret: a Secret with BACKUP_KEY" }}{{ end -}}
{{- else if not $v.existingSecret }}{{ fail "database: postgresql needs existingSecret: a Secret with DATABASE_URL, PARLEY_SECRET and PARLEY_ADMIN_KEY" }}{{ end -}}
{{- end }}

{{- define "parley.podSecurity" -}}
runAsNonRoot: true
runAsUser: 10001
runAsGroup: 10001
fsGroup: 10001
fsGroupChangePolicy: OnRootMismatch
seccompProfile: { type: RuntimeDefault }
{{- end }}

{{- define "parley.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end }}

{{- define "parley.env" -}}
{{- range $name, $value := .Values.settings }}
- name: {{ $name }}
  value: {{ $value | quote }}
{{- end }}
{{- end }}

{{- define "parley.envFrom" -}}
{{- with .Values.existingSecret }}
envFrom:
  - secretRef: { name: {{ . }} }
{{- end }}
{{- end }}

{{- define "parley.claim" -}}
{{ .Values.persistence.existingClaim | default (printf "%s-data" (include "parley.name" .)) }}
{{- end }}

{{/* A process of the service. Takes root, role, resources. */}}
{{- define "parley.pod" -}}
{{- $root := .root -}}
{{- $v := $root.Values -}}
metadata:
  labels:
    {{- include "parley.selector" $root | nindent 4 }}
    app.kubernetes.io/component: {{ .component }}
  {{- with $v.podAnnotations }}
  annotations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
spec:
  automountServiceAccountToken: false
  serviceAccountName: {{ include "parley.name" $root }}
  # For what still comes (SHUTDOWN_DELAY_MS), open calls (SHUTDOWN_GRACE_MS), and the ledger.
  terminationGracePeriodSeconds: 45
  securityContext:
    {{- include "parley.podSecurity" $root | nindent 4 }}
  {{- with $v.imagePullSecrets }}
  imagePullSecrets:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  containers:
    - name: parley
      image: {{ include "parley.image" $root }}
      imagePullPolicy: {{ $v.image.pullPolicy }}
      securityContext:
        {{- include "parley.containerSecurity" $root | nindent 8 }}
      ports:
        - { name: http, containerPort: 8484 }
      env:
        - { name: SHUTDOWN_DELAY_MS, value: "6000" }
        {{- if ne .role "both" }}
        - { name: ROLE, value: {{ .role }} }
        {{- end }}
        {{- include "parley.env" $root | nindent 8 }}
      {{- include "parley.envFrom" $root | nindent 6 }}
      # A start may change tables, which takes its time.
      startupProbe:
        httpGet: { path: /healthz, port: http }
        periodSeconds: 2
        failureThreshold: 150
      # 503 means that calls cannot be answered. What is merely degraded, such as the store, is 200.
      readinessProbe:
        httpGet: { path: /readyz, port: http }
        periodSeconds: 2
        timeoutSeconds: 5
        failureThreshold: 2
      # Asks for nothing but the event loop: a database that is away is no reason for a restart.
      livenessProbe:
        httpGet: { path: /healthz, port: http }
        periodSeconds: 10
        timeoutSeconds: 10
        failureThreshold: 6
      resources:
        {{- toYaml .resources | nindent 8 }}
      volumeMounts:
        - { name: data, mountPath: /data }
        - { name: tmp, mountPath: /tmp }
  volumes:
    - name: tmp
      emptyDir:
        {{- toYaml $v.tmp | nindent 8 }}
    - name: data
      {{- if eq $v.database "sqlite" }}
      persistentVolumeClaim: { claimName: {{ include "parley.claim" $root }} }
      {{- else }}
      emptyDir: { sizeLimit: {{ $v.persistence.size }} }
      {{- end }}
  {{- with $v.nodeSelector }}
  nodeSelector:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with $v.tolerations }}
  tolerations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- if $v.affinity }}
  affinity:
    {{- toYaml $v.affinity | nindent 4 }}
  {{- else if eq $v.database "postgresql" }}
  topologySpreadConstraints:
    - maxSkew: 1
      topologyKey: kubernetes.io/hostname
      whenUnsatisfiable: ScheduleAnyway
      labelSelector:
        matchLabels:
          {{- include "parley.selector" $root | nindent 10 }}
          app.kubernetes.io/component: {{ .component }}
  {{- end }}
{{- end }}
